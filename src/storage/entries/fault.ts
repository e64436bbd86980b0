// Faults of stored state. They are not errors of a Pact program: they end the work and say what to do.

export type StoreFaultCode =
  /** Stored bytes cannot be read. */
  | 'damaged'
  /** Not a file of this kind, or a file of another version. */
  | 'foreign'
  | 'in-use'
  /** A state that is no longer kept, or does not exist yet. */
  | 'not-kept'
  /** The past cannot be changed. */
  | 'read-only'
  /** The disk or the memory is full or not writable. */
  | 'unwritable';

export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  readonly code: StoreFaultCode;

  constructor(code: StoreFaultCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function isStoreFault(error: unknown): error is StoreFault {
  return error instanceof StoreFault;
}
