// Runs a script in one go, or with its state written to bytes and read back in between, and returns all that can be
// observed.

import { noSpan } from '../../src/base/span.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import type { Coverage } from '../../src/lang/eval/coverage.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import type { ExpectationResult } from '../../src/tools/repl/expectations.ts';
import type { FileAnswer } from '../../src/base/result.ts';
import type { ReplHost } from '../../src/tools/repl/options.ts';
import { ScriptProofs } from '../../src/node/simnet/script-proofs.ts';
import { History } from '../../src/tools/repl/snapshot/history.ts';
import { Recorder } from '../../src/tools/repl/snapshot/recorder.ts';

const room = { depthLimit: 2000, nestingLimit: 200, loadLimit: 20 };

export type Seen = {
  readonly lines: readonly string[];
  readonly expectations: readonly string[];
  readonly error: string | undefined;
  readonly gas: string;
};

export type Files = (path: string) => FileAnswer;

export function runWhole(path: string, readFile: Files, coverage?: Coverage): Seen {
  const { host, lines } = hostOf(readFile);
  const engine = new ReplEngine({ ...room, host, coverage });
  return seen(engine, lines, () => engine.runFile(path, false, noSpan));
}

/** Runs a script and keeps its state after every form where that is possible. */
export function runRecorded(
  path: string,
  readFile: Files,
  history = new History(),
): { readonly seen: Seen; readonly history: History; readonly shared: number } {
  const { host, lines } = hostOf(readFile);
  const { recorder, engine } = recordedSession(host, history);
  const result = seen(engine, lines, () => recorder.runFile(engine, path));
  const shared = recorder.history.length - recorder.addedStates;
  return { seen: result, history: recorder.history, shared };
}

/**
 * Runs a script in many sessions: each continues from the state that the previous one reached, and runs some forms more. The
 * states are written after every form.
 */
export function runStepwise(path: string, readFile: Files): { seen: Seen; states: number } {
  let history = new History();
  const { history: all } = runRecorded(path, readFile);
  const stride = Math.max(1, Math.ceil(all.length / maxSessions));
  for (;;) {
    const { host, lines } = hostOf(readFile);
    const { recorder, engine } = recordedSession(host, history, (added) => {
      if (added >= stride) throw new Stop();
    });
    try {
      const result = seen(engine, lines, () => recorder.runFile(engine, path));
      return { seen: result, states: recorder.history.length };
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      history = recorder.history;
    }
  }
}

const maxSessions = 12;

class Stop extends Error {}

function recordedSession(
  host: ReplHost,
  history: History,
  afterKept: (added: number) => void = () => undefined,
) {
  const recorder = new Recorder({
    history,
    host,
    nestingLimit: room.nestingLimit,
    now: () => 0,
    firstAfter: 0,
    nextAfter: 0,
  });
  const afterForm = () => {
    recorder.afterForm();
    afterKept(recorder.addedStates);
  };
  const engine = new ReplEngine({ ...room, host: recorder.host, afterForm });
  return { recorder, engine };
}

function hostOf(readFile: Files): { readonly host: ReplHost; readonly lines: string[] } {
  const lines: string[] = [];
  let clock = 0;
  const host: ReplHost = {
    readFile,
    identify: (path) => path,
    trace: (span, text) => void lines.push(`${spanText(span)}:trace:${text}`),
    print: (span, text) => void lines.push(`${spanText(span)}:print:${text}`),
    now: () => (clock += 50),
    makeChainProofs: () => new ScriptProofs(),
  };
  return { host, lines };
}

function seen(engine: ReplEngine, lines: string[], run: () => void): Seen {
  let error: string | undefined;
  try {
    run();
  } catch (thrown) {
    if (!isEvalError(thrown)) throw thrown;
    error = renderError(thrown, { hints: true, bounded: engine.legacy.simulateOnChain });
  }
  const expectations = engine.expectations.all.map(expectationText);
  return { lines, expectations, error, gas: String(engine.meter.used) };
}

export const expectationText = ({ name, span, outcome }: ExpectationResult): string =>
  `${spanText(span)} ${name} ${JSON.stringify(outcome)}`;
