/** `/inbox#enter=TOKEN`: what stands after # reaches no server, no log and no preview. */
export function oneTimeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('enter');
  if (token !== null) history.replaceState(null, '', location.pathname + location.search);
  return token || null;
}
