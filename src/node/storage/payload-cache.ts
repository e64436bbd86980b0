// A cache of payloads that were requested or made recently, with a limit in bytes; the least recently used one is
// dropped first.

import type { PayloadWithOutputs } from '../../chain/model/payload.ts';

export class PayloadCache {
  private readonly most: number;
  private readonly byKey = new Map<string, PayloadWithOutputs>();
  private held = 0;

  /** `most`: the size of all texts in bytes. */
  constructor(most: number) {
    this.most = most;
  }

  get bytes(): number {
    return this.held;
  }

  get(key: string): PayloadWithOutputs | undefined {
    const payload = this.byKey.get(key);
    if (payload === undefined) return undefined;
    this.byKey.delete(key);
    this.byKey.set(key, payload);
    return payload;
  }

  set(key: string, payload: PayloadWithOutputs): void {
    this.delete(key);
    this.byKey.set(key, payload);
    this.held += sizeOf(payload);
    for (const [oldest, each] of this.byKey) {
      if (this.held <= this.most) return;
      this.byKey.delete(oldest);
      this.held -= sizeOf(each);
    }
  }

  delete(key: string): void {
    const payload = this.byKey.get(key);
    if (payload === undefined) return;
    this.byKey.delete(key);
    this.held -= sizeOf(payload);
  }
}

/** The size of a payload, with the overhead of its parts. */
function sizeOf({ minerData, coinbase, transactions }: PayloadWithOutputs): number {
  let size = 1000 + minerData.length + coinbase.length;
  for (const { input, output } of transactions) size += 400 + input.length + output.length;
  return size;
}
