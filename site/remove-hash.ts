export const removeHash = () => history.replaceState(history.state, '', location.pathname + location.search);
