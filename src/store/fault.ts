// What can go wrong with stored state. Such a fault is no answer of a Pact program: it ends the work,
// and says what to do.

export type StoreFaultCode =
  /** Bytes that were stored cannot be read back. */
  | 'damaged'
  /** Not a file of this kind, or of another version. */
  | 'foreign'
  | 'in-use'
  /** A state that is no longer kept, or not yet there. */
  | 'not-kept'
  /** The past cannot be changed. */
  | 'read-only'
  /** The disk or the memory refuses. */
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
