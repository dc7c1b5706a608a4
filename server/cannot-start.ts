/** Something only the operator can mend: its message is the whole sentence they are told. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
