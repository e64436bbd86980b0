// Compares a run that is stepped through forwards and backwards with an uninterrupted one: both must print the same and
// report the same expectations, and a moment that is reached twice must have the same stack, variables and gas.

import type { Resume } from '../../src/tools/debugger/moment.ts';
import { debugged, stateOf } from '../support/debugged.ts';
import { Random } from '../support/random.ts';
import { expectationText, runWhole } from '../support/replayed.ts';
import type { Difference } from './compare.ts';
import { onlyFile, runnable } from './kept.ts';
import type { Observed } from './observe.ts';

const file = 'main.repl';
const maxStops = 30;
/** In all runs of a case together: a step back runs a part again. */
const maxMoments = 100_000;
const maxQuestions = 3000;

export function debuggerPair(
  script: readonly string[],
  seen: Observed,
  seed: number,
): Difference | undefined {
  if (seen.isCut) return undefined;
  const random = new Random(seed);
  const lines = runnable(script, seen);
  const text = lines.join('\n');
  const states = new Map<number, string>();
  const session = debugged({ [file]: text }, file);
  const steps: string[] = [];
  let drifted: Difference | undefined;
  let stops = 0;
  let asked = 0;
  const { outcome, failed } = session.run(
    (_, run) => {
      const state = stateOf(run);
      const before = states.get(run.moment) ?? state;
      states.set(run.moment, state);
      if (before !== state) {
        drifted = { script: lines, one: before, other: [...steps, state].join('\n') };
        return { kind: 'end' };
      }
      if (++stops > maxStops) return { kind: 'continue' };
      const resume = random.pick(resumes);
      steps.push(JSON.stringify(resume));
      return resume;
    },
    {
      stopOnEntry: true,
      isInterrupted: () => session.moments() > maxMoments || ++asked > maxQuestions,
    },
  );
  if (drifted !== undefined || outcome === 'ended') return drifted;
  const one = runWhole(file, onlyFile(file, text));
  const whole = [
    ...one.lines.flatMap((line) => / ?:print:([^]*)/.exec(line)?.slice(1) ?? []),
    ...(one.error === undefined ? [] : [one.error.trimEnd()]),
    ...one.expectations.filter((each) => !each.includes('{"kind":"passed"}')),
  ].join('\n');
  const stepped = [
    ...session.output.map((line) => line.replace(/^(print|problem): /, '')),
    ...failed.map(expectationText),
  ].join('\n');
  if (whole === stepped) return undefined;
  return { script: lines, one: whole, other: [...steps, stepped].join('\n') };
}

/** Mostly small steps: `out` of the outermost form continues to the end. */
const resumes: readonly Resume[] = [
  ...(['in', 'over', 'back'] as const).flatMap((kind): readonly Resume[] => [
    { kind, by: 'line' },
    { kind, by: 'form' },
    { kind, by: 'form' },
  ]),
  { kind: 'in', by: 'form' },
  { kind: 'out', by: 'line' },
];
