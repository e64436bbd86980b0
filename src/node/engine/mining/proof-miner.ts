// Mining in this process on networks with proof of work: requests work as any miner does, lets threads search for the
// nonce, and submits the solution. Work is replaced when its parents are out of date, and when new transactions have
// arrived.

import { ownClient } from '../../../base/client.ts';
import { assert } from '../../../base/assert.ts';
import { equalBytes } from '../../../base/bytes.ts';
import type { Random } from '../../../base/ports/random.ts';
import type { Cancel, Timer } from '../../../base/ports/time.ts';
import type { Miner } from '../../../chain/model/payload-json.ts';
import type { MiningPort } from '../../port.ts';
import type { Searchers, Work } from './search-threads.ts';

type ProofMinerParts = {
  readonly mining: MiningPort;
  readonly miner: Miner;
  readonly searchers: (onFound: (work: Work, nonce: bigint) => void) => Searchers;
  /** Calls the listener after every change of the cut; call the returned function to stop. */
  readonly onCut: (listener: () => void) => () => void;
  /** Calls the listener when work must include new transactions; call the returned function to stop. */
  readonly onTransactions: (listener: () => void) => () => void;
  readonly timer: Timer;
  readonly random: Random;
  /** Called with one sentence when the problem changes. */
  readonly onTrouble: (sentence: string) => void;
};

/** Chain (4 bytes) and target (32) come before the header. */
const headerStart = 36;
/** Milliseconds before work is requested again if there was none. */
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

  /** It may have been stopped while it waited. */
  private hasEnded(): boolean {
    return this.isStopped;
  }

  /** Requests work; if the answer is the same, the current search continues. */
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
    const answer = await mining.work({ miner, chain, client: ownClient });
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
    // Another miner's block was faster: the next work is on top of it.
    if (!answer.ok && answer.fault.kind === 'invalid') {
      this.parts.onTrouble(`a mined block is not valid: ${answer.fault.text}`);
    }
    this.refresh();
  }
}

type Refused = Extract<Awaited<ReturnType<MiningPort['work']>>, { ok: false }>['fault'];

function sentenceOf(fault: Refused): string {
  switch (fault.kind) {
    case 'unauthorized':
      return `the account ${fault.account} is not allowed to mine here`;
    case 'too-many':
      return 'too many miners request work';
    case 'unavailable':
      return fault.sentence;
  }
}
