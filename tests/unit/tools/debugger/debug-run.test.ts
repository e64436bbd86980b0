// A run that stops, steps forward and back, and shows its state: the engine of the debugger without a protocol.

import { expect, it } from 'vitest';
import { parseWatched } from '../../../../src/tools/debugger/breakpoints.ts';
import type { StoppedRun } from '../../../../src/tools/debugger/debug-run.ts';
import { shortValue } from '../../../../src/tools/debugger/variables.ts';
import type { Resume, Stop } from '../../../../src/tools/debugger/moment.ts';
import { bank, bankSession } from '../../../support/bank.ts';
import { debugged, placeOf, stateOf } from '../../../support/debugged.ts';

const transfer = `${bankSession}(print "before")
(bank.transfer "alice" "bob" 30.0)
(print "after")
`;

const pact = `${bankSession}(env-hash (hash "pact"))
(bank.two-steps "alice" "bob" 10.0)
(continue-pact 1)
(print "end")
`;

const files = (script: string) => ({ 'bank.pact': bank, 'test.repl': script });

/** Answers each stop with the next step, then continues. */
function steps(kinds: readonly Resume[]) {
  const places: string[] = [];
  const stops: Stop[] = [];
  const runs: string[] = [];
  let at = 0;
  return {
    places,
    stops,
    runs,
    stopped: (stop: Stop, run: StoppedRun): Resume => {
      places.push(placeOf(run));
      stops.push(stop);
      runs.push(stateOf(run));
      return kinds[at++] ?? { kind: 'continue' };
    },
  };
}

const line = (kind: 'in' | 'over' | 'out' | 'back'): Resume => ({ kind, by: 'line' });
const form = (kind: 'in' | 'back'): Resume => ({ kind, by: 'form' });

it('stops on a line, and shows the variables of every call by name', () => {
  const session = debugged(files(transfer));
  session.on('bank.pact', 19);
  const seen: (readonly [string, readonly string[]])[] = [];
  const end = session.run((_, run) => {
    for (const at of run.activations) {
      const [first, second] = run.scopes(at);
      const scopes = first?.name === 'Arguments' ? [first, second] : [first];
      const variables = scopes.flatMap((scope) => scope?.variables() ?? []);
      seen.push([
        at.frame?.name.qualified ?? '(form)',
        variables.map(({ name, value }) => `${name} = ${value}`),
      ]);
    }
    return { kind: 'continue' };
  });
  expect(end).toEqual({ outcome: 'done', failed: [] });
  expect(seen).toEqual([
    ['bank.debit', ['id = "alice"', 'amount = 30.0', 'old = 100.0', 'new = 70.0']],
    ['bank.transfer', ['from = "alice"', 'to = "bob"', 'amount = 30.0']],
    ['(form)', []],
  ]);
});

it('steps in, over and out', () => {
  const session = debugged(files(transfer));
  session.on('test.repl', 7);
  const script = steps([
    line('in'),
    line('over'),
    line('over'),
    line('in'),
    line('in'),
    line('out'),
    line('over'),
    line('out'),
  ]);
  session.run(script.stopped);
  expect(script.places).toEqual([
    'test.repl:7 (form)',
    'bank.pact:24 bank.transfer',
    'bank.pact:25 bank.transfer',
    'bank.pact:26 bank.transfer',
    'bank.pact:21 bank.credit',
    'bank.pact:22 bank.credit',
    'bank.pact:27 bank.transfer',
    'test.repl:8 (form)',
  ]);
});

it('steps back to where it was, with the state of that moment', () => {
  const session = debugged(files(transfer));
  session.on('test.repl', 7);
  const script = steps([
    line('in'),
    line('over'),
    line('over'),
    line('over'),
    line('back'),
    line('back'),
    line('back'),
    line('back'),
    line('back'),
  ]);
  session.run(script.stopped);
  const { places, runs } = script;
  expect(places.slice(5)).toEqual([
    ...places.slice(0, 4).reverse(),
    'test.repl:6 (form)',
    places[0],
  ]);
  expect(runs.slice(5, 9)).toEqual(runs.slice(0, 4).reverse());
});

it('prints once, however often it steps back', () => {
  const session = debugged(files(transfer));
  session.on('test.repl', 8);
  session.run(steps([line('back'), line('back'), line('over'), line('back')]).stopped);
  expect(session.output).toEqual(['print: "before"', 'print: "after"']);
});

it('steps 1,000 times forward and back through a defpact without drift', () => {
  const session = debugged(files(pact));
  session.on('test.repl', 7);
  const states = new Map<number, string>();
  const places = new Set<string>();
  let steps = 0;
  let drifts = 0;
  let turns = 0;
  let isForth = true;
  session.run((_, run) => {
    const state = stateOf(run);
    const known = states.get(run.moment);
    if (known !== undefined && known !== state) drifts++;
    states.set(run.moment, state);
    places.add(placeOf(run));
    if (steps++ >= 1000) return { kind: 'end' };
    const [first] = states.keys();
    const isAtEnd = isForth ? placeOf(run) === 'test.repl:9 (form)' : run.moment === first;
    if (isAtEnd) turns++;
    isForth = isForth !== isAtEnd;
    return form(isForth ? 'in' : 'back');
  });
  expect({ drifts, steps }).toEqual({ drifts: 0, steps: 1001 });
  expect(turns).toBeGreaterThan(5);
  expect([...places]).toContain('bank.pact:37 bank.two-steps');
});

it('stops where a condition holds, after a number of hits, and logs instead of stopping', () => {
  const session = debugged(files(transfer));
  session.on('bank.pact', 21, { condition: '(> amount 5.0)', hitCondition: '== 1' });
  session.on('bank.pact', 19, { logMessage: '{id} has {new}' });
  const script = steps([]);
  session.run(script.stopped);
  expect(script.places).toEqual(['bank.pact:21 bank.credit']);
  expect(session.output).toContain('log: "alice" has 70.0');
});

it.each([
  ['bank.credit', 'function', 'bank.pact:21 bank.credit'],
  ['event bank.MOVED', 'event', 'bank.pact:27 bank.transfer'],
  ['write bank.accounts', 'write', 'bank.pact:13 bank.create'],
  ['write bank.accounts "bob"', 'write', 'bank.pact:13 bank.create'],
])('stops at %s', (text, reason, place) => {
  const session = debugged(files(transfer));
  const watched = parseWatched(text);
  if (watched === undefined) throw new Error('a breakpoint');
  session.breakpoints.setNamed('functions', [{ id: 1, watched }]);
  const script = steps([]);
  session.run(script.stopped);
  expect(script.stops[0]).toMatchObject({ reason, breakpoints: [1] });
  expect(script.places[0]).toBe(place);
});

it('runs back to the last breakpoint, and to the last write of a row', () => {
  const session = debugged(files(transfer));
  session.on('test.repl', 8);
  const script = steps([
    { kind: 'last-write', table: 'bank.accounts', key: 'alice' },
    { kind: 'last-write', table: 'bank.accounts', key: 'alice' },
    { kind: 'continue' },
    { kind: 'reverse' },
  ]);
  session.run(script.stopped);
  expect(script.places).toEqual([
    'test.repl:8 (form)',
    'bank.pact:19 bank.debit',
    'bank.pact:13 bank.create',
    'test.repl:8 (form)',
    'test.repl:1 (form)',
    'test.repl:8 (form)',
  ]);
});

it.each([
  ['uncaught', '(bank.transfer "alice" "bob" 190.0)', 'insufficient funds'],
  ['expectation', '(expect "x" 1 (bank.transfer "alice" "bob" 190.0))', 'insufficient funds'],
  ['expectation', '(expect "x" 1 2)', 'FAILURE: x expected: 1, received: 2'],
  [
    'expectation',
    '(expect-failure "x" "other" (bank.transfer "alice" "bob" 190.0))',
    "FAILURE: x: expected error message 'other', got 'insufficient funds'",
  ],
  [
    'caught',
    '(bank.guarded "alice" 1.0)',
    'require-capability: not granted: (bank.DEBIT "alice" 1.0)',
  ],
  ['caught', '(expect-failure "x" (enforce false "no"))', 'no'],
] as const)('stops at %s errors: %s', (filter, code, text) => {
  const session = debugged(files(`${bankSession}${code}`));
  session.breakpoints.setErrors(new Set([filter]));
  const script = steps([]);
  session.run(script.stopped);
  expect(script.stops).toEqual([{ reason: 'error', text, breakpoints: [] }]);
});

it('opens a run at its failure', () => {
  const session = debugged(files(`${bankSession}(expect "x" 1 2)\n(expect "y" 1 3)`));
  const script = steps([]);
  session.run(script.stopped, { atFailure: { line: 7 } });
  expect(script.places[0]).toBe('test.repl:7 (form)');
});

it('evaluates in any call without side effects', () => {
  const session = debugged(files(transfer));
  session.on('bank.pact', 19);
  const seen: string[] = [];
  session.run((_, run) => {
    const [inner, outer] = run.activations;
    const before = stateOf(run);
    const ask = (text: string, at = inner, mayWrite = true): void => {
      const found = run.evaluate(text, at, mayWrite);
      seen.push(found.kind === 'value' ? shortValue(found.value) : found.reason);
    };
    ask('(- old amount)');
    ask('to', outer);
    ask('(at "balance" (read accounts "bob"))');
    ask('(update accounts "bob" { "balance": 5.0 })');
    ask('(update accounts "bob" { "balance": 5.0 })', inner, false);
    ask('(fold (+) 0 (enumerate 1 2000000))');
    ask('(no-such-function)');
    ask(')');
    expect(stateOf(run)).toBe(before);
    return { kind: 'continue' };
  });
  expect(seen.slice(0, 4)).toEqual(['70.0', '"bob"', '1.0', '"Write succeeded"']);
  expect(seen[4]).toMatch(/read-only|write/i);
  expect(seen[5]).toMatch(/Gas Limit/i);
  expect(seen[6]).toMatch(/no-such-function/);
  expect(seen[7]).toMatch(/./);
});

it('shows capabilities, tables, events and gas', () => {
  const session = debugged(files(transfer));
  session.on('bank.pact', 27);
  const script = steps([]);
  session.run(script.stopped);
  const [state = ''] = script.runs;
  expect(state).toContain('granted = 1\n   (bank.DEBIT "alice" 30.0) = granted');
  expect(state).toContain('(bank.DEBIT "alice" 200.0) = 170.0 left');
  expect(state).toContain('bank.accounts = 2 rows');
  expect(state).toContain('alice = {balance: 70.0}');
  expect(state).toContain('0 = (bank.DEBIT "alice" 30.0)');
});

it('ends at the limit of gas', () => {
  const session = debugged({ 'test.repl': '(fold (+) 0 (enumerate 1 100000))' });
  expect(session.run(steps([]).stopped, { gasLimit: 100n }).outcome).toBe('ended');
  expect(session.output).toEqual(['problem: the run used more than 100 gas']);
});
