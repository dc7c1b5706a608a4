/** A mistake that the operator can correct. The message is printed without a stack trace. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
