// Stepping back in a long script starts at a kept state, and gives the same as a run from the beginning.

import { expect, it } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import type { StoppedRun } from '../../../../src/tools/debugger/debug-run.ts';
import { Search, type StopPlace } from '../../../../src/tools/debugger/goal.ts';
import type { Resume } from '../../../../src/tools/debugger/moment.ts';
import { bank } from '../../../support/bank.ts';
import { debugged, placeOf, stateOf } from '../../../support/debugged.ts';

const transaction = (i: number): string => `(begin-tx "number ${i}")
(bank.create "from-${i}" 100.0) (bank.create "to-${i}" 1.0)
(env-sigs [{ "key": "k", "caps": [(bank.DEBIT "from-${i}" 20.0)] }])
(bank.transfer "from-${i}" "to-${i}" 10.0)
(print "paid ${i}")
(commit-tx) (env-data { "after": ${i} })
`;
const transactions = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => transaction(from + i)).join('');

const files = {
  'bank.pact': bank,
  'inner.repl': `(load "bank.pact")\n${transactions(0, 8)}`,
  'test.repl': `(load "inner.repl")\n${transactions(8, 8)}(expect "wrong" 1 2)\n(print "end")\n`,
};
const lastLine = files['test.repl'].split('\n').length - 1;

const back: Resume = { kind: 'back', by: 'line' };
const forth: Resume = { kind: 'in', by: 'form' };

type Reached = { readonly moment: number; readonly state: string; readonly place: StopPlace };

function reachedBy(run: StoppedRun): Reached {
  const { activations, depth, moment } = run;
  const span = activations[0]?.at?.term.span ?? activations[0]?.form.span;
  if (span === undefined) throw new Error('a place');
  const place = { file: span.source.name, line: span.startPosition.line, depth };
  return { moment, place, state: `${placeOf(run)}\n${stateOf(run)}` };
}

it('steps back to every line like a run from the beginning', () => {
  const session = debugged(files);
  session.breakpoints.setErrors(new Set());
  const forward = new Map<number, Reached>();
  let isForth = true;
  let from: Reached | undefined = undefined;
  let turns = 0;
  session.run(
    (_, run) => {
      const here = reachedBy(run);
      if (isForth) forward.set(here.moment, here);
      else {
        expect(here).toEqual(forward.get(here.moment));
        if (from !== undefined) expect(here.moment).toBe(expectedBefore(from, forward));
        turns++;
      }
      const isAtEnd = here.place.file === 'test.repl' && here.place.line === lastLine - 1;
      if (isAtEnd) isForth = false;
      if (here.moment === 1 && !isForth) return { kind: 'end' };
      from = here;
      return isForth ? forth : back;
    },
    { stopOnEntry: true },
  );
  expect(turns).toBeGreaterThan(40);
  expect(session.output.filter((text) => text === 'print: "paid 7"')).toHaveLength(1);
});

function expectedBefore(from: Reached, all: ReadonlyMap<number, Reached>): number | undefined {
  const search = new Search({ kind: 'line', from: from.place }, true);
  for (const { moment, place } of all.values()) {
    if (moment < from.moment) {
      search.see(moment, { kind: 'form', span: noSpan }, () => place, undefined);
    }
  }
  return search.found?.moment ?? 1;
}

it('repeats little to step back by a line, and counts hits as from the beginning', () => {
  const session = debugged(files);
  session.breakpoints.setErrors(new Set());
  session.on('test.repl', lastLine);
  session.on('bank.pact', 19, { hitCondition: '% 7' });
  const stops: string[] = [];
  let whole = 0;
  let oneStep = 0;
  session.run((_, run) => {
    const here = `${placeOf(run)} ${run.moment}`;
    if (whole === 0 && placeOf(run).startsWith('test.repl')) {
      whole = session.moments();
      return back;
    }
    if (whole === 0) {
      stops.push(here);
      return { kind: 'continue' };
    }
    if (oneStep === 0) {
      oneStep = session.moments() - whole;
      return { kind: 'reverse' };
    }
    stops.push(here);
    return stops.length === 4 ? { kind: 'end' } : { kind: 'reverse' };
  });
  expect(whole).toBeGreaterThan(400);
  expect(oneStep).toBeLessThan(whole / 2);
  expect(stops.slice(2)).toEqual(stops.slice(0, 2).reverse());
});

it('finds the first write of a row from the end', () => {
  const session = debugged(files);
  session.breakpoints.setErrors(new Set());
  session.on('test.repl', lastLine);
  const places: string[] = [];
  session.run((_, run) => {
    places.push(placeOf(run));
    return places.length === 4
      ? { kind: 'end' }
      : { kind: 'last-write', table: 'bank.accounts', key: 'from-0' };
  });
  expect(places).toEqual([
    `test.repl:${lastLine} (form)`,
    'bank.pact:19 bank.debit',
    'bank.pact:13 bank.create',
    'test.repl:1 (form)',
  ]);
});

it('goes to the last write without repeating what is in between', () => {
  const session = debugged(files);
  session.breakpoints.setErrors(new Set());
  session.on('test.repl', lastLine);
  const moments: number[] = [];
  session.run(() => {
    moments.push(session.moments());
    return moments.length === 3
      ? { kind: 'end' }
      : { kind: 'last-write', table: 'bank.accounts', key: 'from-0' };
  });
  const [whole, atFirst, atSecond] = moments as [number, number, number];
  expect(whole).toBeGreaterThan(400);
  expect(atFirst - whole).toBeLessThan(whole / 4);
  expect(atSecond - atFirst).toBeLessThan(whole / 4);
});
