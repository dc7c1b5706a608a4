export const dropAnchor = () => history.replaceState(history.state, '', location.pathname + location.search);
