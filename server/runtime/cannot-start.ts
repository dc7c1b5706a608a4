import { OwnError } from './own-error.ts';

/** What systemd does not restart (EX_CONFIG of sysexits.h): the same mistake would come again. */
export const configurationError = 78;

/** A mistake that the operator can correct. The message is printed without a stack trace. */
export class CannotStart extends OwnError {
  override name = 'CannotStart';
  readonly exitCode: number;

  constructor(message: string, exitCode = configurationError) {
    super(message);
    this.exitCode = exitCode;
  }
}
