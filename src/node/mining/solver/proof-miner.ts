// Mining in this process on networks with proof of work: takes work as any miner does, has threads look for its nonce, and
// gives it back. Work is replaced when its parents are out of date, and when transactions have come meanwhile.

import { assert } from '../../../base/assert.ts';
import { equalBytes } from '../../../base/bytes.ts';
import type { Random } from '../../../base/ports/random.ts';
import type { Cancel, Timer } from '../../../base/ports/timer.ts';
import type { Miner } from '../../../chain/model/miner-json.ts';
import type { MiningPort } from '../../port.ts';
import type { Searchers, Work } from './searchers.ts';

export type ProofMinerParts = {
  readonly mining: MiningPort;
  readonly miner: Miner;
  readonly searchers: (onFound: (work: Work, nonce: bigint) => void) => Searchers;
  /** Told after every change of the cut; the answer ends it. */
  readonly onCut: (listener: () => void) => () => void;
  /** Told when work is to take up new transactions; the answer ends it. */
  readonly onTransactions: (listener: () => void) => () => void;
  readonly timer: Timer;
  readonly random: Random;
  /** One sentence; told when it changes. */
  readonly onTrouble: (sentence: string) => void;
};

/** Chain (4 bytes) and target (32) come before the header. */
const headerStart = 36;
/** Milliseconds until work is asked for again where there was none. */
const againMs = 1_000;

export class ProofMiner {
  private readonly parts: ProofMinerParts;
  private readonly searchers: Searchers;
  private readonly ends: readonly (() => void)[];
  private present: Uint8Array | undefined;
  private cancelAgain: Cancel = () => undefined;
  private isAsking = false;
  private isAskedAgain = false;
  private isStopped = false;
  private trouble: string | undefined;

  constructor(parts: ProofMinerParts) {
    this.parts = parts;
    this.searchers = parts.searchers((work, nonce) => void this.found(work, nonce));
    this.ends = [parts.onCut(() => this.refresh()), parts.onTransactions(() => this.refresh())];
    this.refresh();
  }

  stop(): void {
    this.isStopped = true;
    for (const end of this.ends) end();
    this.cancelAgain();
    this.searchers.stop();
  }

  /** It may have ended while it waited. */
  private hasEnded(): boolean {
    return this.isStopped;
  }

  /** Asks for work; what is being searched for goes on where the answer is the same. */
  private refresh(): void {
    if (this.isAsking) {
      this.isAskedAgain = true;
      return;
    }
    this.isAsking = true;
    void this.ask().finally(() => {
      this.isAsking = false;
      if (!this.isAskedAgain) return;
      this.isAskedAgain = false;
      this.refresh();
    });
  }

  private async ask(): Promise<void> {
    if (this.isStopped) return;
    const { mining, miner, timer, onTrouble, random } = this.parts;
    const chain = this.present && new DataView(this.present.buffer).getUint32(0, true);
    const answer = await mining.work(miner, chain);
    this.cancelAgain();
    if (this.hasEnded()) return;
    if (!answer.ok) {
      this.present = undefined;
      this.searchers.rest();
      const sentence = sentenceOf(answer.fault);
      if (sentence !== this.trouble) onTrouble(`cannot mine: ${sentence}`);
      this.trouble = sentence;
      this.cancelAgain = timer.after(againMs, () => this.refresh());
      return;
    }
    this.trouble = undefined;
    const work = answer.value;
    if (this.present !== undefined && equalBytes(this.present, work)) return;
    this.present = work;
    const [target, header] = [work.slice(4, headerStart), work.slice(headerStart)];
    const from = new DataView(random.bytes(8).buffer).getBigUint64(0);
    this.searchers.search({ header, target }, from);
  }

  private async found({ header }: Work, nonce: bigint): Promise<void> {
    this.present = undefined;
    const solved = header.slice();
    assert(solved.length > 8, 'a header ends with its nonce');
    new DataView(solved.buffer).setBigUint64(solved.length - 8, nonce, true);
    const answer = await this.parts.mining.solved(solved);
    // A block of another miner was faster: the next work is on it.
    if (!answer.ok && answer.fault.kind === 'invalid') {
      this.parts.onTrouble(`a block that was found is not valid: ${answer.fault.text}`);
    }
    this.refresh();
  }
}

type Refused = Extract<Awaited<ReturnType<MiningPort['work']>>, { ok: false }>['fault'];

function sentenceOf(fault: Refused): string {
  switch (fault.kind) {
    case 'unauthorized':
      return `the account ${fault.account} gets no work here`;
    case 'too-many':
      return 'too many miners ask for work';
    case 'unavailable':
      return fault.sentence;
  }
}
