// One chain as the thread that serves clients sees it: blocks and results as they are stored, questions in other threads, and
// the mempool through the engine.

import { bad, type Result } from '../../base/result.ts';
import type { Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { Admission } from '../engine/admission.ts';
import { AnsweredChain } from '../engine/answered-chain.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import { mempoolLimits } from '../limits.ts';
import { BadList } from '../mempool/mempool.ts';
import { StoredHistory } from '../coin-history/stored-history.ts';
import type { Asker, ChainPort, CoinHistory, NodeSettings, SubmitFailure } from '../port.ts';
import type { SealedResult } from '../sealed/sealed-records.ts';
import type { AskedChain } from '../questions/asked-chains.ts';
import type { StoredChains } from '../questions/stored-chains.ts';
import type { EngineLine } from './engine-line.ts';
import type { SharedNumbers } from './shared-numbers.ts';

export type FrontChainParts = {
  readonly stored: StoredChains;
  readonly questions: ChainQuestions;
  readonly line: EngineLine;
  readonly numbers: SharedNumbers;
  readonly settings: NodeSettings;
  /** Lets reads see what is stored by now. */
  readonly refresh: () => void;
  readonly now: () => Micros;
  /** Resolves when everything that can be seen now is durable; with false if it never will be. */
  readonly isDurable: () => Promise<boolean>;
  /** Returns results of sealed commands; absent: the node has none. */
  readonly sealed: ((id: ChainId, requestKey: string) => SealedResult | undefined) | undefined;
  /** The reason why nothing is acknowledged any more. */
  readonly fault: () => string | undefined;
};

export class FrontChain extends AnsweredChain implements ChainPort {
  readonly mempool = undefined;
  readonly coinHistory: CoinHistory | undefined;
  /** By the number of request keys. */
  private readonly askedWaiting = new Map<number, Promise<readonly string[]>>();
  private readonly parts: FrontChainParts;
  private readonly admission: Admission<{ readonly command: Command; readonly isSigned: false }>;
  private readonly bad: BadList;
  /** Returns the chain as it is stored by now. */
  private readonly view: () => AskedChain;

  constructor(id: ChainId, parts: FrontChainParts) {
    const { stored, questions, line, settings, now, isDurable, refresh, sealed } = parts;
    const refused = new BadList(mempoolLimits.badKeys);
    const isBad = (key: string): boolean => refused.has(key);
    const view = (): AskedChain => {
      refresh();
      return stored.own(id);
    };
    super({
      id,
      view,
      payload: (hash) => stored.blocks.payload(id, hash),
      isBad,
      sealed: sealed && ((key) => sealed(id, key)),
      isDurable,
      questions,
    });
    this.parts = parts;
    this.bad = refused;
    this.view = view;
    this.coinHistory = stored.coin && new StoredHistory({ chain: id, tables: stored.coin, view });
    const { network } = stored;
    this.admission = new Admission({
      gate: { ...settings, network: network.name, chain: id },
      questions,
      view: {
        network,
        now,
        head: () => view().line.head,
        isOnChain: (key) => view().state.receipt(key) !== undefined,
        isBad,
      },
      door: {
        known: (command) => ({ command, isSigned: false }),
        async insert(known) {
          const commands = known.map(({ command }) => command);
          const { answer } = line.ask('add', { chain: id, commands });
          const added = await answer;
          return added.ok ? added : bad({ kind: 'unavailable', sentence: added.fault });
        },
      },
    });
  }

  head(): BlockHeader | undefined {
    return this.view().line.head;
  }

  get headers(): HeaderTree {
    this.parts.refresh();
    return this.parts.stored.blocks.headers(this.id);
  }

  headerAt(height: number): BlockHeader | undefined {
    return this.view().line.at(height);
  }

  payload(hash: Hash): PayloadWithOutputs | undefined {
    this.parts.refresh();
    return this.parts.stored.blocks.payload(this.id, hash);
  }

  submit(
    commands: readonly Command[],
    asker?: Asker,
  ): Promise<Result<readonly string[], SubmitFailure>> {
    const sentence = this.parts.fault();
    if (sentence !== undefined) return Promise.resolve(bad({ kind: 'unavailable', sentence }));
    return this.admission.admit(commands, asker);
  }

  pending(): number {
    return this.parts.numbers.pending(this.id);
  }

  /** Requests at the same time are one question to the engine. */
  waiting(max: number): Promise<readonly string[]> {
    const { line } = this.parts;
    let asked = this.askedWaiting.get(max);
    if (asked === undefined) {
      asked = line.ask('waiting', { chain: this.id, max }).answer;
      this.askedWaiting.set(max, asked);
      const end = (): void => void this.askedWaiting.delete(max);
      asked.then(end, end);
    }
    return asked;
  }

  isWaiting(requestKey: string): Promise<boolean> {
    return this.parts.line.ask('isWaiting', { chain: this.id, requestKey }).answer;
  }

  /** Call this when the chain has moved on: answers waiting requests. */
  changed(): void {
    this.results.changed();
  }

  /** Call this when a sealed command has a result. */
  executed(requestKey: string): void {
    this.results.changed([requestKey]);
  }

  /** Call this when a transaction failed to validate. */
  refuse(requestKey: string, until: Micros): void {
    this.bad.expire(this.parts.now());
    this.bad.add(requestKey, until);
    this.results.changed([requestKey]);
  }
}
