// The questions of a node about the states of its chains: asked in other threads, or in this one, after what was done here
// can be read there.

import { ownClient } from '../../base/client.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  OwnThread,
  Stopwatch,
  type Answerers,
  type Unserved as PoolUnserved,
} from '../../base/threads/index.ts';
import { contextOn } from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { noMiner } from '../../chain/model/payload-json.ts';
import type { PayloadProof } from '../../chain/spv/payload-proof.ts';
import type { SignatureChecker } from '../../chain/command/index.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import { admissionLimits } from '../limits.ts';
import type {
  Asker,
  LocalQuestion,
  LocalReply,
  NodeSettings,
  PayloadProofQuestion,
  SpvFailure,
  SpvQuestion,
  Unserved,
} from '../port.ts';
import { answerChainQuestion } from '../questions/answer-question.ts';
import type { AskedChain, AskedChains } from '../questions/asked-chains.ts';
import { QuestionContexts } from '../questions/contexts.ts';
import type { Candidate, ChainAnswer, ChainQuestion } from '../questions/messages.ts';
import type {
  SealedAnswer,
  SealedCheck,
  SealedCheckFault,
  SealedEnvelope,
  SealedQuestion,
} from '../questions/sealed.ts';
import { sealedLimits } from '../sealed/limits.ts';
import type { Engine } from './engine.ts';

export type ChainAnswerers = Answerers<ChainQuestion, ChainAnswer>;

type ChainQuestionsParts = {
  readonly answerers: ChainAnswerers;
  /** Resolves when everything that the engine has done can be read by other threads. */
  readonly whenReadable: () => Promise<void>;
  readonly localLimitMs: number | undefined;
};

export class ChainQuestions {
  private readonly parts: ChainQuestionsParts;

  constructor(parts: ChainQuestionsParts) {
    this.parts = parts;
  }

  async local(chain: ChainId, local: LocalQuestion, asker?: Asker): Promise<LocalReply> {
    const { localLimitMs } = this.parts;
    const answer = await this.ask({ kind: 'local', chain, local }, asker, localLimitMs);
    if (answer.kind === 'local') return answer.reply;
    return timesOut(answer) ? { kind: 'interrupted' } : unserved(answer);
  }

  /** `too-slow`: the check of them takes longer than it may. */
  async admissionFaults(
    chain: ChainId,
    candidates: readonly Candidate[],
    asker?: Asker,
  ): Promise<Result<readonly (string | undefined)[], Unserved> | 'too-slow'> {
    const question = { kind: 'admission', chain, candidates } as const;
    const answer = await this.ask(question, asker, admissionLimits.ms);
    if (answer.kind === 'admission') return good(answer.faults);
    if (answer.kind === 'unserved' && answer.why === 'limit') return 'too-slow';
    return bad(unserved(answer));
  }

  async proof(
    chain: ChainId,
    proof: SpvQuestion,
    asker?: Asker,
  ): Promise<Result<string, SpvFailure>> {
    const answer = await this.ask({ kind: 'proof', chain, proof }, asker);
    return answer.kind === 'proof' ? answer.proof : bad(unserved(answer));
  }

  async payloadProof(
    chain: ChainId,
    proof: PayloadProofQuestion,
    asker?: Asker,
  ): Promise<Result<PayloadProof, SpvFailure>> {
    const answer = await this.ask({ kind: 'payload-proof', chain, proof }, asker);
    return answer.kind === 'payload-proof' ? answer.proof : bad(unserved(answer));
  }

  /** Returns, for each command, what is visible of it, or why it cannot be taken. `chain`: any that the node has. */
  async sealedChecks(
    chain: ChainId,
    checks: readonly SealedCheck[],
    asker?: Asker,
  ): Promise<Result<readonly Result<SealedEnvelope, SealedCheckFault>[], Unserved>> {
    const question = { kind: 'sealed-check', chain, checks } as const;
    const answer = await this.ask(question, asker, admissionLimits.ms);
    return answer.kind === 'sealed-check' ? good(answer.checked) : bad(unserved(answer));
  }

  /** Executes a sealed command, and stores nothing. The fault: why there is no answer. */
  async sealed(
    chain: ChainId,
    sealed: SealedQuestion,
  ): Promise<Result<SealedAnswer, PoolUnserved['why']>> {
    const question = { kind: 'sealed', chain, sealed } as const;
    const answer = await this.ask(question, ownAsker, sealedLimits.ms);
    if (answer.kind === 'sealed') return good(answer.answer);
    return bad(answer.kind === 'unserved' ? answer.why : 'ended');
  }

  private async ask(
    question: ChainQuestion,
    { client, left }: Asker = ownAsker,
    limitMs?: number,
  ): Promise<ChainAnswer | PoolUnserved> {
    await this.parts.whenReadable();
    const answer = await this.parts.answerers.ask(question, { client, left, limitMs });
    if (answer.kind === 'damaged') throw new StoreFault('damaged', answer.sentence);
    return answer;
  }
}

/** The questions of the node itself, such as those of a devnet's control. */
const ownAsker: Asker = { client: ownClient };

const timesOut = (answer: ChainAnswer | PoolUnserved): boolean =>
  answer.kind === 'unserved' && (answer.why === 'limit' || answer.why === 'left');

function unserved(answer: ChainAnswer | PoolUnserved): Unserved {
  const why = answer.kind === 'unserved' ? reasons[answer.why] : 'fault';
  return { kind: 'unserved', why };
}

const reasons = {
  busy: 'busy',
  left: 'busy',
  limit: 'busy',
  memory: 'memory',
  ended: 'fault',
  closed: 'ending',
} as const satisfies Record<PoolUnserved['why'], Unserved['why']>;

type OwnAnswerersParts = {
  readonly engine: Engine;
  readonly settings: NodeSettings;
  readonly signatures: SignatureChecker;
  readonly entityEntries?: AskedChains['entityEntries'];
};

/** Answers in the thread of the engine, from its own state. */
export function ownAnswerers({
  engine,
  settings,
  signatures,
  entityEntries,
}: OwnAnswerersParts): ChainAnswerers {
  const watch = new Stopwatch(engine.clock);
  const chains = new Map(
    [...engine.chains].map(([id, chain]): [ChainId, AskedChain] => {
      const host = { ...chain.host, isInterrupted: watch.isOver };
      const contexts = new QuestionContexts((parent: BlockHeader) =>
        contextOn(engine.network, parent, noMiner, host),
      );
      return [id, { id, state: chain.state, line: chain.line, host, contexts }];
    }),
  );
  const asked: AskedChains = {
    network: engine.network,
    settings,
    headers: engine.store,
    head: (id) => engine.cut.heads.get(id),
    chain: (id) => chains.get(id),
    payload: ({ chainId, payloadHash }) => engine.store.payload(chainId, payloadHash),
    entityEntries,
  };
  return new OwnThread(watch, (question) => answerChainQuestion(asked, question, signatures));
}
