// The sealed commands that a node carries in tests of gossip: the real shares, without checks. Commands whose key begins with
// `bad` are refused.

import type { Clock } from '../../src/base/ports/time.ts';
import { utf8Length } from '../../src/base/bytes.ts';
import type { Inserted, PoolMark, SealedPool } from '../../src/p2p/ledger.ts';
import { CarriedSealed, type CarriedSpace } from '../../src/p2p/sealed/carried.ts';

export class TestSealedPool implements SealedPool {
  readonly carried: CarriedSealed;
  readonly inserts: { readonly keys: readonly string[]; readonly bringer: string }[] = [];

  constructor(clock: Clock, nonce: bigint, space?: CarriedSpace) {
    this.carried = new CarriedSealed(nonce, clock, space);
  }

  /** A command of the node's own client. */
  take(key: string, text = sealedTextOf(key)): void {
    this.add(key, text, 'client');
  }

  keys(): readonly string[] {
    return this.carried.page().keys;
  }

  pending(since?: PoolMark) {
    return Promise.resolve(this.carried.page(since));
  }

  lookup(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => this.carried.get(key)));
  }

  wants(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => this.carried.wants(key)));
  }

  admits(bringer: string): boolean {
    return this.carried.admits(bringer);
  }

  insert(commands: readonly string[], bringer: string): Promise<readonly Inserted[]> {
    const admitted = this.admits(bringer);
    const keys = commands.map((text) => (JSON.parse(text) as { readonly hash: string }).hash);
    this.inserts.push({ keys, bringer });
    return Promise.resolve(
      commands.map((text, i) => (admitted ? this.add(keys[i] as string, text, bringer) : 'full')),
    );
  }

  onArrival(listener: (requestKey: string) => void): () => void {
    return this.carried.onArrival(listener);
  }

  private add(requestKey: string, text: string, bringer: string): Inserted {
    if (requestKey.startsWith('bad')) {
      this.carried.refuse(requestKey);
      return 'refused';
    }
    const bytes = utf8Length(text);
    return this.carried.add({ requestKey, text, bytes, expiry: 1n << 62n, bringer });
  }
}

export function sealedTextOf(key: string, length = 200): string {
  return JSON.stringify({ hash: key, sigs: [], cmd: 'x'.repeat(length) });
}
