// Why an export ends early. Thrown within this room, where many chains work at once; callers get it as a value.

export type ExportFaultKind =
  /** The caller's signal: what is stored is complete up to some block. */
  | 'ended'
  /** The node does not answer, or refuses. */
  | 'unreachable'
  /** It answered something that cannot be true, or that nobody can read. */
  | 'wrong-answer'
  /** It does not know a block any more, as after a reorganisation. */
  | 'unknown-block'
  /** It has no such chains, or lacks blocks that are wanted. */
  | 'unavailable'
  /** The stored blocks are those of another network. */
  | 'other-network'
  | 'sink';

/** A sentence without a full stop. */
export type ExportFault = { readonly kind: ExportFaultKind; readonly sentence: string };

export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly fault: ExportFault;

  constructor(kind: ExportFaultKind, sentence: string) {
    super(sentence);
    this.fault = { kind, sentence };
  }
}

export const endedEarly = (): ExportError => new ExportError('ended', 'the export was ended');
