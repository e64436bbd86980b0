// Payloads that were asked for or made lately, up to a number of bytes; the one that was not asked for the longest goes
// first.

import type { PayloadWithOutputs } from '../../chain/model/payload.ts';

export class PayloadCache {
  private readonly most: number;
  private readonly byKey = new Map<string, PayloadWithOutputs>();
  private held = 0;

  /** `most`: bytes of all texts. */
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

/** With what the parts cost beside their texts. */
function sizeOf({ minerData, coinbase, transactions }: PayloadWithOutputs): number {
  let size = 1000 + minerData.length + coinbase.length;
  for (const { input, output } of transactions) size += 400 + input.length + output.length;
  return size;
}
