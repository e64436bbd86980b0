// The requests to one chain: admitting transactions, results, queries to the state, proofs; and the requests that wait
// for results.

import { bad, type Result } from '../../base/result.ts';
import { assert } from '../../base/assert.ts';
import { Waiters } from '../../base/waiters.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { PayloadProof } from '../../chain/spv/payload-proof.ts';
import type { Command } from '../../chain/command/index.ts';
import type { Pool } from '../../p2p/ledger.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { EnginePool } from '../peers/engine-pool.ts';
import type {
  Asker,
  ChainPort,
  LocalQuestion,
  LocalReply,
  PayloadProofQuestion,
  PollOptions,
  Polled,
  SpvFailure,
  SpvQuestion,
  SubmitFailure,
} from '../port.ts';
import { Admission, type AdmissionParts } from './admission.ts';

/** Request keys of a poll that are looked up at once: a millisecond or two. */
const keysAtOnce = 250;
/** How often a poll begins again because its chain has moved on. */
const maxRestarts = 3;

type Mined = Extract<Polled, { kind: 'mined' }>;

export class ChainService implements ChainPort {
  readonly id: number;
  readonly mempool: Pool;
  private readonly parts: AdmissionParts;
  private readonly pool: Mempool;
  private readonly admission: Admission;
  private readonly waiters = new Waiters<Polled>();

  constructor(parts: AdmissionParts) {
    this.parts = parts;
    this.id = parts.chain.id;
    this.pool = parts.chain.mempool;
    this.admission = new Admission(parts);
    this.mempool = new EnginePool({ ...parts, admission: this.admission });
    this.pool.onRefusal((key) => this.answerWaiting(key));
  }

  head(): BlockHeader | undefined {
    return this.parts.engine.cut.heads.get(this.id);
  }

  get headers(): HeaderTree {
    return this.parts.engine.store.headers(this.id);
  }

  headerAt(height: number): BlockHeader | undefined {
    return this.parts.chain.line.at(height);
  }

  payload(hash: Hash): PayloadWithOutputs | undefined {
    return this.parts.engine.store.payload(this.id, hash);
  }

  pending(): number {
    return this.pool.size;
  }

  async submit(
    commands: readonly Command[],
    asker?: Asker,
  ): Promise<Result<readonly string[], SubmitFailure>> {
    const { fault } = this.parts.engine.journal;
    if (fault !== undefined) return bad({ kind: 'unavailable', sentence: fault });
    return this.admission.admit(commands, asker);
  }

  async poll(
    requestKeys: readonly string[],
    { confirmationDepth = 0, pause }: PollOptions = {},
  ): Promise<ReadonlyMap<string, Polled>> {
    let found = new Map<string, Polled>();
    let { head } = this.parts.chain.line;
    let restarts = 0;
    for (let at = 0; at < requestKeys.length; at += keysAtOnce) {
      if (at > 0 && restarts < maxRestarts) await pause?.();
      if (head !== this.parts.chain.line.head) {
        // All results are of one state: begin again on this one, the last time without a pause.
        ({ head } = this.parts.chain.line);
        found = new Map();
        at = 0;
        restarts++;
      }
      for (const key of requestKeys.slice(at, at + keysAtOnce)) {
        const known = this.known(key);
        const isDeep = known?.kind !== 'mined' || this.blocksAbove(known) >= confirmationDepth;
        if (known !== undefined && isDeep) found.set(key, known);
      }
    }
    return (await this.isDurable()) ? found : new Map();
  }

  async whenMined(requestKey: string, signal: AbortSignal): Promise<Polled | undefined> {
    const known = this.known(requestKey) ?? (await this.waiters.wait(requestKey, signal));
    return (await this.isDurable()) ? known : undefined;
  }

  local(question: LocalQuestion, asker?: Asker): Promise<LocalReply> {
    return this.parts.questions.local(this.id, question, asker);
  }

  async spv(question: SpvQuestion, asker?: Asker): Promise<Result<string, SpvFailure>> {
    const proof = await this.parts.questions.proof(this.id, question, asker);
    return (await this.isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  async payloadProof(
    question: PayloadProofQuestion,
    asker?: Asker,
  ): Promise<Result<PayloadProof, SpvFailure>> {
    const proof = await this.parts.questions.payloadProof(this.id, question, asker);
    return (await this.isDurable()) ? proof : bad({ kind: 'unknown-transaction' });
  }

  /** Call this when the cut has changed: answers waiting requests, and tidies the mempool. */
  changed(added: readonly BlockHeader[]): void {
    const { engine } = this.parts;
    for (const key of this.waiters.keys()) this.answerWaiting(key);
    for (const header of added) {
      const payload = engine.store.payload(this.id, header.payloadHash);
      for (const { input } of payload?.transactions ?? []) this.pool.remove(requestKeyIn(input));
    }
  }

  /** Puts the transactions of blocks that were taken back into the mempool again, unless they are in other blocks now. */
  reintroduce(header: BlockHeader): void {
    const { chain, engine } = this.parts;
    const payload = engine.store.payload(this.id, header.payloadHash);
    for (const { input } of payload?.transactions ?? []) {
      const read = chain.host.transactions.read(input);
      if (!read.ok || chain.state.receipt(read.value.requestKey) !== undefined) continue;
      this.pool.add(read.value);
    }
  }

  /** Ends all waiting. */
  stop(): void {
    this.waiters.stop();
  }

  /** No result is reported before its block is durable. */
  private async isDurable(): Promise<boolean> {
    const { journal } = this.parts.engine;
    await journal.durable().catch(() => undefined);
    return journal.fault === undefined;
  }

  private answerWaiting(requestKey: string): void {
    const known = this.known(requestKey);
    if (known !== undefined) this.waiters.settle(requestKey, known);
  }

  /** What `poll` and `listen` answer: a result counts more than an earlier refusal (`internalPoll`). */
  private known(requestKey: string): Polled | undefined {
    const mined = this.mined(requestKey);
    if (mined !== undefined) return mined;
    return this.pool.bad.has(requestKey) ? { kind: 'bad-listed' } : undefined;
  }

  private blocksAbove({ header }: Mined): number {
    return this.parts.chain.line.head.height - header.height;
  }

  private mined(requestKey: string): Mined | undefined {
    const { chain } = this.parts;
    const receipt = chain.state.receipt(requestKey);
    if (receipt === undefined) return undefined;
    const header = chain.line.at(receipt.height);
    const payload = header && this.payload(header.payloadHash);
    const output = payload?.transactions[receipt.position]?.output;
    assert(header !== undefined, 'the block of a receipt is in the cut');
    // A pruned payload has no result any more.
    return output && { kind: 'mined', output, header };
  }
}

/** Payloads store transactions in this form: the hash is the first member. */
function requestKeyIn(input: Uint8Array): string {
  const start = '{"hash":"'.length;
  return String.fromCharCode(...input.subarray(start, start + hashLength));
}

const hashLength = 43;
