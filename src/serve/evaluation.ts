// The thread that executes commands, one after the other, on the state that it keeps.

import {
  commandResult,
  emptyPublicMeta,
  encodeCommandResult,
  execute,
  publicDataOf,
  publicMeta,
  readCommand,
  refusal,
  standAlone,
  trustCommand,
  type PublicMeta,
  type Surroundings,
  type VerifiedCommand,
} from '../command/index.ts';
import {
  fixedModel,
  fromGas,
  Interrupted,
  isExecutionFlag,
  tableModel,
  timeFromPosixMicros,
  type Database,
  type Hash,
} from '../lang/session/index.ts';
import type { Marks } from '../ledger/index.ts';
import type { SqlJs, SqlState } from '../store/index.ts';
import { limits } from './limits.ts';
import type { EvaluationSettings, Question, Reply } from './messages.ts';
import { openState, type OpenState } from './open-state.ts';
import { SealedState } from './sealed-state.ts';

/** What the thread has that evaluation needs. */
export type EvaluationRoom = {
  readonly sql: SqlJs;
  readonly depthLimit: number;
  readonly nestingLimit: number;
  readonly isMemoryShort: () => boolean;
};

type Executing = Extract<Question, { kind: 'execute' }>;
type Mode =
  | { readonly kind: 'kept' }
  | {
      readonly kind: 'local';
      readonly preflight: boolean;
      /** Whether commands have waited for it long enough. */
      readonly isUnwelcome: () => boolean;
    };

export class Evaluation {
  private readonly settings: EvaluationSettings;
  private readonly room: EvaluationRoom;
  private readonly open: OpenState;
  private readonly sealed: SealedState | undefined;
  private readonly flags: Surroundings['flags'];
  private forgotten = 0n;

  constructor(settings: EvaluationSettings, room: EvaluationRoom) {
    this.settings = settings;
    this.room = room;
    this.flags = new Set(settings.flags.filter(isExecutionFlag));
    this.open = openState(settings, room.sql, 'state');
    // What was executed and not written down is executed again.
    const { public: known } = settings.marks;
    if (this.state.nextTransaction > known) this.state.rewind(known);
    this.sealed = SealedState.open(settings, room);
  }

  private get state(): SqlState {
    return this.open.state;
  }

  get marks(): Marks {
    return { public: this.state.nextTransaction, sealed: this.sealed?.mark ?? 0n };
  }

  answer(question: Exclude<Question, { kind: 'check' }>): Reply {
    switch (question.kind) {
      case 'execute': {
        Atomics.sub(this.settings.handedOver, 0, 1);
        this.forget(question.recorded);
        if (question.scope === 'sealed') return this.runSealed(question);
        const text = this.run(question.text, question.time, { kind: 'kept' });
        return { kind: 'executed', text, marks: this.marks, within: undefined };
      }
      case 'local':
        return this.local(question);
      case 'sync':
        this.open.sync();
        this.sealed?.sync();
        return { kind: 'synced' };
      case 'close':
        this.sealed?.close();
        this.open.close();
        return { kind: 'closed' };
    }
  }

  private local({ text, time, preflight }: Extract<Question, { kind: 'local' }>): Reply {
    const sliceEnd = performance.now() + limits.localSliceMs;
    const turn = { isPostponed: false };
    const isUnwelcome = (): boolean => {
      const areWaiting = Atomics.load(this.settings.handedOver, 0) > 0;
      turn.isPostponed = areWaiting && performance.now() > sliceEnd;
      return turn.isPostponed;
    };
    const result = this.run(text, time, { kind: 'local', preflight, isUnwelcome });
    return turn.isPostponed ? { kind: 'postponed' } : { kind: 'local-result', text: result };
  }

  /** The JSON of the result. */
  private run(text: string, time: bigint, mode: Mode): string {
    const { nestingLimit } = this.room;
    const command = readCommand(text);
    // The intake has read it before.
    if (command.kind === 'fault') throw new RangeError(command.sentence);
    const { hash } = command.value;
    const verified = trustCommand(command.value, { meta: publicMeta, nestingLimit });
    if (verified.kind === 'fault') return encodeCommandResult(refusal(hash, verified.sentence));
    const { meta } = verified.value.payload;
    const surroundings = this.surroundings(this.state.database, meta, time, mode);
    return this.resultOf(hash, verified.value, surroundings);
  }

  private runSealed(question: Executing): Reply {
    const { text, time, isRepeated } = question;
    const { sealed } = this;
    const opened = sealed?.open(text, isRepeated);
    const { marks } = this;
    if (sealed === undefined || opened === undefined) {
      return { kind: 'executed', text: '', marks, within: undefined };
    }
    const { requestKey, command } = opened;
    if (command.kind === 'fault') {
      const result = encodeCommandResult(refusal(requestKey, command.sentence));
      return { kind: 'executed', text: result, marks, within: undefined };
    }
    const { hash: within } = command.value;
    const database = sealed.database(this.state.database);
    const surroundings = this.surroundings(database, unlimited, time, { kind: 'kept' });
    const result = this.resultOf(requestKey, command.value, surroundings);
    return { kind: 'executed', text: result, marks: this.marks, within };
  }

  /** `requestKey`: what it is told under; what runs has its own hash. */
  private resultOf(
    requestKey: Hash,
    command: VerifiedCommand<unknown>,
    surroundings: Surroundings,
  ): string {
    const isKept = surroundings.mode === 'transactional' && surroundings.isTrial !== true;
    try {
      const execution = execute(command, surroundings);
      const errors = isKept ? 'on-chain' : 'local';
      return encodeCommandResult(commandResult(requestKey, execution, { errors }));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      const seconds = this.settings.timeLimitMs / 1000;
      const sentence = `the command was stopped after ${seconds} seconds`;
      return encodeCommandResult(refusal(requestKey, sentence));
    }
  }

  private surroundings(
    database: Database,
    meta: PublicMeta,
    time: bigint,
    mode: Mode,
  ): Surroundings {
    const { depthLimit, isMemoryShort } = this.room;
    const { timeLimitMs } = this.settings;
    const end = performance.now() + timeLimitMs;
    const gas = this.gas(meta);
    const block = { height: 0n, time: timeFromPosixMicros(wholeSeconds(time)), previousHash: '' };
    const isPreflight = mode.kind === 'local' && mode.preflight;
    return {
      ...standAlone({ database, depthLimit }),
      mode: mode.kind === 'local' && !isPreflight ? 'local' : 'transactional',
      isTrial: isPreflight,
      publicData: publicDataOf(meta, block),
      flags: this.flags,
      ...(gas !== undefined && { gas }),
      isMemoryShort,
      isInterrupted: () => performance.now() > end || (mode.kind === 'local' && mode.isUnwelcome()),
    };
  }

  private gas(meta: PublicMeta): Surroundings['gas'] {
    const { gasLimit, gasRate } = this.settings;
    if (gasLimit === 0 && gasRate === 0) return undefined;
    const model = gasRate === 0 ? tableModel : fixedModel(BigInt(gasRate));
    return { model, limit: fromGas(smaller(BigInt(gasLimit), meta.gasLimit)) };
  }

  /** States before what was written down are not needed any more. */
  private forget({ public: recorded, sealed }: Marks): void {
    const enough = BigInt(limits.resultsBetweenForgetting);
    if (recorded + sealed - this.forgotten < enough) return;
    this.state.forgetBefore(recorded);
    this.sealed?.forgetBefore(sealed);
    this.forgotten = recorded + sealed;
  }
}

/** 0 is no limit. */
function smaller(configured: bigint, own: bigint): bigint {
  if (configured === 0n) return own;
  return own === 0n || own > configured ? configured : own;
}

/** Sealed commands state no limit of their own. */
const unlimited: PublicMeta = { ...emptyPublicMeta, gasLimit: 2n ** 64n - 1n };

const million = 1_000_000n;
const wholeSeconds = (micros: bigint): bigint => (micros / million) * million;
