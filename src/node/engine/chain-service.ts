// The requests to one chain: admitting transactions, results, queries to the state, proofs; and the requests that wait
// for results.

import { bad, type Result } from '../../base/result.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { HeaderTree } from '../../chain/choice/header-tree.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import type { Command } from '../../chain/command/index.ts';
import type { Pool } from '../../p2p/ledger.ts';
import type { GateSettings } from '../mempool/gate.ts';
import { waitingIn, type Mempool } from '../mempool/mempool.ts';
import { EnginePool } from '../peers/engine-pool.ts';
import type { Asker, ChainPort, CoinHistory, SubmitFailure } from '../port.ts';
import type { ResultsParts } from '../questions/results.ts';
import { AnsweredChain } from './answered-chain.ts';
import { EngineAdmission } from './engine-admission.ts';
import type { ChainQuestions } from './chain-questions.ts';
import type { Chain, Engine } from './engine.ts';

type ChainServiceParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly gate: GateSettings;
  readonly questions: ChainQuestions;
  readonly sealed: ResultsParts['sealed'];
  readonly coinHistory: CoinHistory | undefined;
};

export class ChainService extends AnsweredChain implements ChainPort {
  readonly coinHistory: CoinHistory | undefined;
  readonly mempool: Pool;
  private readonly parts: ChainServiceParts;
  private readonly pool: Mempool;
  private readonly admission: EngineAdmission;

  constructor(parts: ChainServiceParts) {
    const { chain, engine, questions } = parts;
    const { id, mempool } = chain;
    const { journal, store } = engine;
    super({
      id,
      view: () => chain,
      payload: (hash) => store.payload(id, hash),
      isBad: (key) => mempool.bad.has(key),
      sealed: parts.sealed,
      async isDurable() {
        await journal.durable().catch(() => undefined);
        return journal.fault === undefined;
      },
      questions,
    });
    this.parts = parts;
    this.coinHistory = parts.coinHistory;
    this.pool = mempool;
    this.admission = new EngineAdmission(parts);
    this.mempool = new EnginePool({ engine, chain, admission: this.admission });
    this.pool.onRefusal((key) => this.results.changed([key]));
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

  waiting(max: number): Promise<readonly string[]> {
    return Promise.resolve(waitingIn(this.pool, max));
  }

  isWaiting(requestKey: string): Promise<boolean> {
    return Promise.resolve(this.pool.has(requestKey));
  }

  async submit(
    commands: readonly Command[],
    asker?: Asker,
  ): Promise<Result<readonly string[], SubmitFailure>> {
    const { fault } = this.parts.engine.journal;
    if (fault !== undefined) return bad({ kind: 'unavailable', sentence: fault });
    return this.admission.admit(commands, asker);
  }

  /** Call this when the cut has changed: answers waiting requests, and tidies the mempool. */
  changed(added: readonly BlockHeader[]): void {
    const { engine } = this.parts;
    this.results.changed();
    for (const header of added) {
      const payload = engine.store.payload(this.id, header.payloadHash);
      for (const { input } of payload?.transactions ?? []) this.pool.remove(requestKeyIn(input));
    }
  }

  /** Call this when a sealed command has a result. */
  executed(requestKey: string): void {
    this.results.changed([requestKey]);
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
}

/** Payloads store transactions in this form: the hash is the first member. */
function requestKeyIn(input: Uint8Array): string {
  const start = '{"hash":"'.length;
  return String.fromCharCode(...input.subarray(start, start + hashLength));
}

const hashLength = 43;
