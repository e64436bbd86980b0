// The thread that executes commands, one after the other, on the state that it keeps.

import { join } from 'node:path';
import {
  commandResult,
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
} from '../lang/session/index.ts';
import type { Marks } from '../ledger/index.ts';
import { SqlState, type SqlJs } from '../store/index.ts';
import { StoredState } from '../store-file/index.ts';
import { limits } from './limits.ts';
import type { EvaluationSettings, Question, Reply } from './messages.ts';

/** What the thread has that evaluation needs. */
export type EvaluationRoom = {
  readonly sql: SqlJs;
  readonly depthLimit: number;
  readonly nestingLimit: number;
  readonly isMemoryShort: () => boolean;
};

type Mode = { readonly kind: 'kept' } | { readonly kind: 'local'; readonly preflight: boolean };

export class Evaluation {
  private readonly settings: EvaluationSettings;
  private readonly room: EvaluationRoom;
  private readonly state: SqlState;
  private readonly closeState: () => void;
  private readonly flags: Surroundings['flags'];
  private forgotten = 0n;

  constructor(settings: EvaluationSettings, room: EvaluationRoom) {
    this.settings = settings;
    this.room = room;
    this.flags = new Set(settings.flags.filter(isExecutionFlag));
    const { state, close } = openState(settings, room.sql, 'state.db');
    this.state = state;
    this.closeState = close;
    // What was executed and not written down is executed again.
    const { public: known } = settings.marks;
    if (state.nextTransaction > known) state.rewind(known);
  }

  get marks(): Marks {
    return { public: this.state.nextTransaction, sealed: 0n };
  }

  answer(question: Exclude<Question, { kind: 'check' }>): Reply {
    switch (question.kind) {
      case 'execute': {
        this.forget(question.recorded);
        const text = this.run(question.text, question.time, { kind: 'kept' });
        return { kind: 'executed', text, marks: this.marks };
      }
      case 'local': {
        const { preflight, time } = question;
        const text = this.run(question.text, time, { kind: 'local', preflight });
        return { kind: 'local-result', text, warnings: [] };
      }
      case 'close':
        this.closeState();
        return { kind: 'closed' };
    }
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
    const { database } = this.state;
    try {
      const execution = execute(
        verified.value,
        this.surroundings(verified.value, time, mode, database),
      );
      const errors = mode.kind === 'local' ? 'local' : 'on-chain';
      return encodeCommandResult(commandResult(hash, execution, { errors }));
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      const seconds = this.settings.timeLimitMs / 1000;
      const sentence = `the command was stopped after ${seconds} seconds`;
      return encodeCommandResult(refusal(hash, sentence));
    }
  }

  private surroundings(
    { payload }: VerifiedCommand<PublicMeta>,
    time: bigint,
    mode: Mode,
    database: Database,
  ): Surroundings {
    const { depthLimit, isMemoryShort } = this.room;
    const { timeLimitMs } = this.settings;
    const end = performance.now() + timeLimitMs;
    const gas = this.gas(payload.meta);
    const block = { height: 0n, time: timeFromPosixMicros(wholeSeconds(time)), previousHash: '' };
    const isPreflight = mode.kind === 'local' && mode.preflight;
    return {
      ...standAlone({ database, depthLimit }),
      mode: mode.kind === 'local' && !isPreflight ? 'local' : 'transactional',
      isTrial: isPreflight,
      publicData: publicDataOf(payload.meta, block),
      flags: this.flags,
      ...(gas !== undefined && { gas }),
      isMemoryShort,
      isInterrupted: () => performance.now() > end,
    };
  }

  private gas(meta: PublicMeta): Surroundings['gas'] {
    const { gasLimit, gasRate } = this.settings;
    if (gasLimit === 0 && gasRate === 0) return undefined;
    const model = gasRate === 0 ? tableModel : fixedModel(BigInt(gasRate));
    return { model, limit: fromGas(smaller(BigInt(gasLimit), meta.gasLimit)) };
  }

  /** States before what was written down are not needed any more. */
  private forget({ public: recorded }: Marks): void {
    if (recorded - this.forgotten < BigInt(limits.resultsBetweenForgetting)) return;
    this.state.forgetBefore(recorded);
    this.forgotten = recorded;
  }
}

function openState(
  { persistDir, takesOver }: EvaluationSettings,
  sql: SqlJs,
  name: string,
): { readonly state: SqlState; readonly close: () => void } {
  const options = { sql, keepsVersions: true };
  if (persistDir === undefined) {
    const state = new SqlState(options);
    return { state, close: () => state.close() };
  }
  // What a loss of power takes from it is made again from the log of commands.
  const own = { takesOver, defersSync: true };
  const stored = StoredState.open(join(persistDir, name), { ...options, ...own });
  return { state: stored.state, close: () => stored.close() };
}

/** 0 is no limit. */
function smaller(configured: bigint, own: bigint): bigint {
  if (configured === 0n) return own;
  return own === 0n || own > configured ? configured : own;
}

const million = 1_000_000n;
const wholeSeconds = (micros: bigint): bigint => (micros / million) * million;
