// One chain as the thread that serves clients sees it: blocks and results as they are stored, questions in other threads, and
// the mempool through the engine.

import { bad, type Result } from '../../base/result.ts';
import type { Command } from '../../chain/command/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { PayloadProof } from '../../chain/spv/payload-proof.ts';
import { Admission } from '../engine/admission.ts';
import type { ChainQuestions } from '../engine/chain-questions.ts';
import { mempoolLimits } from '../limits.ts';
import { BadList } from '../mempool/mempool.ts';
import type {
  Asker,
  ChainPort,
  LocalQuestion,
  LocalReply,
  NodeSettings,
  PayloadProofQuestion,
  PollOptions,
  Polled,
  SpvFailure,
  SpvQuestion,
  SubmitFailure,
} from '../port.ts';
import type { AskedChain } from '../questions/asked-chains.ts';
import { Results } from '../questions/results.ts';
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
  /** The reason why nothing is acknowledged any more. */
  readonly fault: () => string | undefined;
};

export class FrontChain implements ChainPort {
  readonly id: ChainId;
  readonly mempool = undefined;
  private readonly parts: FrontChainParts;
  private readonly results: Results;
  private readonly admission: Admission<{ readonly command: Command; readonly isSigned: false }>;
  private readonly bad = new BadList(mempoolLimits.badKeys);

  constructor(id: ChainId, parts: FrontChainParts) {
    this.id = id;
    this.parts = parts;
    const { stored, questions, line, settings, now, isDurable } = parts;
    const isBad = (key: string): boolean => this.bad.has(key);
    this.results = new Results({
      view: () => this.view(),
      payload: (hash) => stored.blocks.payload(id, hash),
      isBad,
      isDurable,
    });
    const { network } = stored;
    this.admission = new Admission({
      gate: { ...settings, network: network.name, chain: id },
      questions,
      view: {
        network,
        now,
        head: () => this.view().line.head,
        isOnChain: (key) => this.view().state.receipt(key) !== undefined,
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

  poll(
    requestKeys: readonly string[],
    options?: PollOptions,
  ): Promise<ReadonlyMap<string, Polled>> {
    return this.results.poll(requestKeys, options);
  }

  whenMined(requestKey: string, signal: AbortSignal): Promise<Polled | undefined> {
    return this.results.whenMined(requestKey, signal);
  }

  local(question: LocalQuestion, asker?: Asker): Promise<LocalReply> {
    return this.parts.questions.local(this.id, question, asker);
  }

  async spv(question: SpvQuestion, asker?: Asker): Promise<Result<string, SpvFailure>> {
    const proof = await this.parts.questions.proof(this.id, question, asker);
    return (await this.parts.isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  async payloadProof(
    question: PayloadProofQuestion,
    asker?: Asker,
  ): Promise<Result<PayloadProof, SpvFailure>> {
    const proof = await this.parts.questions.payloadProof(this.id, question, asker);
    return (await this.parts.isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  pending(): number {
    return this.parts.numbers.pending(this.id);
  }

  /** Call this when the chain has moved on: answers waiting requests. */
  changed(): void {
    this.results.changed();
  }

  /** Call this when a transaction failed to validate. */
  refuse(requestKey: string, until: Micros): void {
    this.bad.expire(this.parts.now());
    this.bad.add(requestKey, until);
    this.results.changed([requestKey]);
  }

  /** Ends all waiting. */
  stop(): void {
    this.results.stop();
  }

  private view(): AskedChain {
    this.parts.refresh();
    return this.parts.stored.own(this.id);
  }
}
