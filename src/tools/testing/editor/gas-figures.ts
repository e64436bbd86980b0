// The gas measurements of a run for editors: forms and functions with their places.

import type { CallFigures, GasProfile } from '../../../lang/session/run.ts';
import type { FormGas, FunctionGas, TestEvent } from './test-event.ts';

/** The most entries of each list. A project has some thousand functions; a script with more forms is generated. */
const mostFigures = 20_000;

export function gasFigures(profile: GasProfile): Extract<TestEvent, { kind: 'gas' }> {
  return {
    kind: 'gas',
    forms: profile.forms.slice(0, mostFigures).map(({ span, runs, gas }): FormGas => ({
      path: span.source.name,
      range: { start: span.start, end: span.end },
      gas: Number(gas) / 1000 / runs,
    })),
    functions: profile.functions.slice(0, mostFigures).flatMap(functionGas),
  };
}

function functionGas({ name, span, calls, total }: CallFigures): readonly FunctionGas[] {
  if (span === undefined || calls === 0) return [];
  return [{ path: span.source.name, name, calls, gas: Number(total) / 1000 }];
}
