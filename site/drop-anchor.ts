/** Removes the anchor from the address. */
export const dropAnchor = () => history.replaceState(history.state, '', location.pathname + location.search);
