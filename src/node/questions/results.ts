// The results of transactions of one chain, at once or when they are in a block. For the thread of the engine, and for others
// that read what is stored.

import { Waiters } from '../../base/waiters.ts';
import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { ChainState } from '../../chain/state/chain-state.ts';
import type { LineView } from '../engine/blocks.ts';
import type { Polled, PollOptions } from '../port.ts';
import type { SealedResult } from '../sealed/sealed-records.ts';

/** Request keys of a poll that are looked up at once: a millisecond or two. */
const keysAtOnce = 250;
/** How often a poll begins again because its chain has moved on. */
const maxRestarts = 3;

type Mined = Extract<Polled, { kind: 'mined' }>;

/** A chain at one moment. */
type ChainView = {
  readonly state: Pick<ChainState, 'receipt'>;
  readonly line: LineView;
};

export type ResultsParts = {
  /** Returns the chain as it is now; it stays so until something is waited for. */
  readonly view: () => ChainView;
  readonly payload: (hash: Hash) => PayloadWithOutputs | undefined;
  /** Whether a transaction failed to validate and is refused for now. */
  readonly isBad: (requestKey: string) => boolean;
  /** Returns the result of a sealed command of this chain; absent: the node executes none. */
  readonly sealed?: ((requestKey: string) => SealedResult | undefined) | undefined;
  /** Resolves when everything that can be seen now is durable; with false if it never will be. */
  readonly isDurable: () => Promise<boolean>;
};

export class Results {
  private readonly parts: ResultsParts;
  private readonly waiters = new Waiters<Polled>();

  constructor(parts: ResultsParts) {
    this.parts = parts;
  }

  async poll(
    requestKeys: readonly string[],
    { confirmationDepth = 0, pause }: PollOptions = {},
  ): Promise<ReadonlyMap<string, Polled>> {
    let found = new Map<string, Polled>();
    let view = this.parts.view();
    let { head } = view.line;
    let restarts = 0;
    for (let at = 0; at < requestKeys.length; at += keysAtOnce) {
      if (at > 0 && restarts < maxRestarts) {
        await pause?.();
        view = this.parts.view();
        if (!equalBytes(head.hash, view.line.head.hash)) {
          // All results are of one state: begin again on this one, the last time without a pause.
          ({ head } = view.line);
          found = new Map();
          at = 0;
          restarts++;
        }
      }
      for (const key of requestKeys.slice(at, at + keysAtOnce)) {
        const known = this.known(key, view);
        // The chain may have become shorter since a sealed command ran.
        const isDeep =
          known?.kind !== 'mined' ||
          confirmationDepth === 0 ||
          head.height - known.header.height >= confirmationDepth;
        if (known !== undefined && isDeep) found.set(key, known);
      }
    }
    return (await this.parts.isDurable()) ? found : new Map();
  }

  async whenMined(requestKey: string, signal: AbortSignal): Promise<Polled | undefined> {
    const known =
      this.known(requestKey, this.parts.view()) ?? (await this.waiters.wait(requestKey, signal));
    return (await this.parts.isDurable()) ? known : undefined;
  }

  /** Call this when the chain has moved on, or when a transaction is refused: answers requests that wait. */
  changed(requestKeys: readonly string[] = this.waiters.keys()): void {
    if (this.waiters.size === 0) return;
    const view = this.parts.view();
    for (const key of requestKeys) {
      const known = this.known(key, view);
      if (known !== undefined) this.waiters.settle(key, known);
    }
  }

  /** Ends all waiting. */
  stop(): void {
    this.waiters.stop();
  }

  /** What `poll` and `listen` answer: a result counts more than an earlier refusal (`internalPoll`). */
  private known(requestKey: string, view: ChainView): Polled | undefined {
    const mined = this.mined(requestKey, view) ?? this.sealed(requestKey);
    if (mined !== undefined) return mined;
    return this.parts.isBad(requestKey) ? { kind: 'bad-listed' } : undefined;
  }

  private sealed(requestKey: string): Mined | undefined {
    const found = this.parts.sealed?.(requestKey);
    return found && { kind: 'mined', output: found.output, header: found.block };
  }

  private mined(requestKey: string, { state, line }: ChainView): Mined | undefined {
    const receipt = state.receipt(requestKey);
    if (receipt === undefined) return undefined;
    const header: BlockHeader | undefined = line.at(receipt.height);
    assert(header !== undefined, 'the block of a receipt is in the cut');
    const payload = this.parts.payload(header.payloadHash);
    const output = payload?.transactions[receipt.position]?.output;
    // A pruned payload has no result any more.
    return output && { kind: 'mined', output, header };
  }
}
