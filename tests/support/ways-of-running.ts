// Runs one script in every way that a session is used for: alone, as a test, for an editor, from stored states, in the
// library. Each returns the same data, so that a test can compare them.

import { renderError, spanText } from '../../src/lang/diagnostics/render.ts';
import { createSession } from '../../src/tools/library/session.ts';
import type { ReplHost } from '../../src/tools/repl/options.ts';
import { ScriptProofs } from '../../src/node/simnet/script-proofs.ts';
import { runTestsForEditor } from '../../src/tools/testing/editor/run-tests.ts';
import type { RunEvent } from '../../src/tools/testing/runner/run-events.ts';
import { runTestFile, type TestOptions } from '../../src/tools/testing/runner/run-test-file.ts';
import { expectationText, runRecorded, runWhole, type Files, type Seen } from './replayed.ts';

/** What a script shows: its expectations, its prints, and the error that ended it. */
export type Outcome = {
  readonly expectations: readonly string[];
  readonly prints: readonly string[];
  readonly error: string | undefined;
};

const room = { depthLimit: 2000, nestingLimit: 200, loadLimit: 20 };

export function alone(path: string, readFile: Files): Outcome {
  return outcomeOf(runWhole(path, readFile));
}

/** From the last state that a first run has stored. */
export function fromStates(path: string, readFile: Files): Outcome {
  const { history } = runRecorded(path, readFile);
  return outcomeOf(runRecorded(path, readFile, history).seen);
}

const outcomeOf = ({ expectations, lines, error }: Seen): Outcome => ({
  expectations,
  prints: lines.filter((line) => line.includes(':print:')),
  error: error?.split('\n', 1)[0],
});

/** `keepGoing`: the outcome up to the first error. */
export function asTest(
  path: string,
  readFile: Files,
  options: Partial<Pick<TestOptions, 'keepGoing' | 'calls'>> = {},
): Outcome {
  const events: RunEvent[] = [];
  runTestFile(path, {
    host: hostOf(readFile),
    room,
    keepGoing: false,
    colour: false,
    ...options,
    tell: (event) => void events.push(event),
  });
  const end = events.findIndex(({ kind }) => kind === 'error');
  const reported = end === -1 ? events : events.slice(0, end);
  const last = events[end];
  return {
    expectations: reported.flatMap((event) =>
      event.kind === 'expectation' ? [expectationText(event.result)] : [],
    ),
    prints: reported.flatMap((event) =>
      event.kind === 'print' ? [`${spanText(event.span)}:print:${event.text}`] : [],
    ),
    error: last?.kind === 'error' ? firstLine(renderError(last.error, { hints: true })) : undefined,
  };
}

/** The names of expectations, and whether they held; an error as the last line. */
export type Verdicts = readonly string[];

/** As editors and agents run tests, with coverage, up to the first error. */
export function forEditor(path: string, readFile: Files): Verdicts {
  const reported: string[] = [];
  let isOver = false;
  runTestsForEditor(path, {
    host: hostOf(readFile),
    room,
    keepGoing: true,
    coverage: true,
    tell(event) {
      if (isOver) return;
      if (event.kind === 'expectation') reported.push(`${event.name}: ${event.status}`);
      if (event.kind !== 'error') return;
      reported.push(event.message);
      isOver = true;
    },
  });
  return reported;
}

export function inLibrary(path: string, readFile: Files): Verdicts {
  const session = createSession({
    readFile(each) {
      const answer = readFile(each);
      return answer.kind === 'text' ? answer.text : undefined;
    },
    makeChainProofs,
    limits: { depth: room.depthLimit, nesting: room.nestingLimit },
  });
  const result = session.run(`(load "${path}")`, 'program.repl');
  const verdicts = result.expectations.map(({ name, kind }) => `${name}: ${kind}`);
  return result.kind === 'error' ? [...verdicts, firstLine(result.error.message)] : verdicts;
}

/** Of a script alone, to compare with those ways. */
export function verdictsAlone(path: string, readFile: Files): Verdicts {
  const reported: string[] = [];
  runTestFile(path, {
    host: hostOf(readFile),
    room,
    keepGoing: false,
    colour: false,
    tell(event) {
      if (event.kind === 'error') reported.push(firstLine(event.error.message));
      if (event.kind !== 'expectation') return;
      const { name, outcome } = event.result;
      reported.push(`${name}: ${outcome.kind}`);
    },
  });
  return reported;
}

const makeChainProofs = (): ScriptProofs => new ScriptProofs();

function hostOf(readFile: Files): Omit<ReplHost, 'trace' | 'print'> {
  let clock = 0;
  return { readFile, identify: (path) => path, now: () => (clock += 50), makeChainProofs };
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
