/** An error whose message this program wrote. It quotes nobody's data, so people and the log may see it. */
export class OwnError extends Error {
  override name = 'OwnError';
}
