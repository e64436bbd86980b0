// Checks the signatures of blocks of other nodes in Node's thread pool, some blocks before they are executed: otherwise most
// of the time of a transfer would go into its signature. What is found invalid is not decided here: execution checks it
// again, and says why.

import { nextTurn, type Timer } from '../../base/ports/time.ts';
import { type ChainBlock, inputsOf, type KnownTransaction } from '../../chain/blocks/index.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { signatureFaultText } from '../../chain/execute/index.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import type { Engine } from '../engine/engine.ts';
import { moveLimits } from '../limits.ts';
import { verdictsOf } from '../signatures/fair-signatures.ts';

type SignaturesAheadParts = {
  readonly engine: Engine;
  readonly timer: Timer;
  readonly signatures: SignatureChecker;
};

export class SignaturesAhead {
  private readonly parts: SignaturesAheadParts;
  /** In the order in which they are executed. */
  private readonly blocks: readonly ChainBlock[];
  private readonly places: ReadonlyMap<BlockHeader, number>;
  /** The place of the next block to check, and that of the first one that has to wait. */
  private next = 0;
  private end = 0;
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(parts: SignaturesAheadParts, blocks: readonly ChainBlock[]) {
    this.parts = parts;
    this.blocks = [...blocks].sort((left, right) => byHeight(left.header, right.header));
    this.places = new Map(this.blocks.map(({ header }, place) => [header, place]));
  }

  /** Resolves when these blocks are checked, as far as they are new; goes on with as many as are executed together. */
  async through(headers: readonly BlockHeader[]): Promise<void> {
    const last = headers.reduce((most, each) => Math.max(most, this.places.get(each) ?? -1), -1);
    this.end = Math.min(last + 1 + moveLimits.blocksAtOnce, this.blocks.length);
    this.proceed();
    while (this.next <= last && !this.isStopped) await this.running;
  }

  stop(): void {
    this.isStopped = true;
  }

  private proceed(): void {
    this.running ??= this.run().finally(() => {
      this.running = undefined;
      if (this.next < this.end && !this.isStopped) this.proceed();
    });
  }

  private async run(): Promise<void> {
    for (; this.next < this.end && !this.isStopped; this.next++) {
      const block = this.blocks[this.next];
      if (block !== undefined) await this.check(block);
    }
  }

  private async check({ header, payload }: ChainBlock): Promise<void> {
    const { engine, timer } = this.parts;
    const { transactions } = engine.chain(header.chainId).host;
    let unsigned: KnownTransaction[] = [];
    let begun = engine.clock.nowMs();
    for (const input of inputsOf(payload)) {
      const read = transactions.readAhead(input);
      if (read.ok && !read.value.isSigned) unsigned.push(read.value);
      if (unsigned.length >= moveLimits.checkedAtOnce) {
        await this.verify(unsigned);
        unsigned = [];
      }
      if (engine.clock.nowMs() - begun < moveLimits.turnMs) continue;
      await nextTurn(timer);
      begun = engine.clock.nowMs();
    }
    if (unsigned.length > 0) await this.verify(unsigned);
  }

  private async verify(unsigned: readonly KnownTransaction[]): Promise<void> {
    const { signatures } = this.parts;
    await Promise.all(
      unsigned.map(async (known) => {
        const verdicts = await verdictsOf(known.transaction, signatures);
        if (signatureFaultText(known.transaction, verdicts) === undefined) known.isSigned = true;
      }),
    );
  }
}
