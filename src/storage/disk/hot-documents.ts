// Recently used documents in memory, in two generations: one that is read again stays, the others are dropped when the
// young generation is full.

/** A document, or that there is none. */
export type Hot = { readonly document: Uint8Array | undefined };

/** The memory of an entry beside the bytes of its document. */
const entryBytes = 200;

export class HotDocuments {
  private readonly maxBytes: number;
  private young = new Map<string, Hot>();
  private old = new Map<string, Hot>();
  private bytes = 0;

  /** `maxBytes`: of both generations together. */
  constructor(maxBytes: number) {
    this.maxBytes = maxBytes / 2;
  }

  get(place: string): Hot | undefined {
    const young = this.young.get(place);
    if (young !== undefined) return young;
    const old = this.old.get(place);
    if (old !== undefined) this.set(place, old);
    return old;
  }

  set(place: string, hot: Hot): void {
    if (!this.young.has(place)) this.bytes += entryBytes + (hot.document?.length ?? 0);
    this.young.set(place, hot);
    if (this.bytes <= this.maxBytes) return;
    this.old = this.young;
    this.young = new Map();
    this.bytes = 0;
  }

  delete(place: string): void {
    this.young.delete(place);
    this.old.delete(place);
  }

  clear(): void {
    this.young.clear();
    this.old.clear();
    this.bytes = 0;
  }
}
