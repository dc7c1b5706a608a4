/** Takes the anchor out of the address, where it would say something that is over. */
export const dropAnchor = () => history.replaceState(history.state, '', location.pathname + location.search);
