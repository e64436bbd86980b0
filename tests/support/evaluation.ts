// A server's evaluation, in this thread.
import type { Clock } from '../../src/base/ports/time.ts';
import { systemClock } from '../../src/base/platform/system.ts';
import { SealedState, type Recipient } from '../../src/apps/sealed/index.ts';
import type { OpenSealedCommands, EvaluationSettings } from '../../src/apps/serve/messages.ts';
import { Evaluation } from '../../src/apps/serve/evaluation.ts';
import { sqlJs } from './sql-js.ts';

export const noMarks = { public: 0n, sealed: 0n };

/** Creates an evaluation in memory and without limits, other than those in `settings`. */
export function evaluationOf(
  settings: Partial<EvaluationSettings> = {},
  clock: Clock = systemClock,
): Evaluation {
  const room = {
    sql: sqlJs,
    depthLimit: 1500,
    nestingLimit: 128,
    clock,
    isMemoryShort: () => false,
    openSealed: ({ entity, ...state }: Parameters<OpenSealedCommands>[0]) =>
      SealedState.open({ ...state, entity: entity as Recipient }),
  };
  return new Evaluation(evaluationSettings(settings), room);
}

export function evaluationSettings(settings: Partial<EvaluationSettings>): EvaluationSettings {
  const defaults = {
    persistDir: undefined,
    isWhole: true,
    handedOver: new Int32Array(1),
    running: new Int32Array(1),
    gasLimit: 0,
    gasRate: 0,
    flags: [],
    timeLimitMs: 10_000,
    stateBytes: Infinity,
  };
  const own = { entity: undefined, opened: [], takesOver: false, marks: noMarks };
  return { ...defaults, ...own, ...settings };
}
