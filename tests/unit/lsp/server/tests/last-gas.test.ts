// Measured gas is shown as long as the texts are unchanged.
import { expect, test } from 'vitest';
import { LastGas } from '../../../../../lsp/server/tests/results.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

const files = { 'm.pact': '(module m G)', 'a.repl': '(load "m.pact")\n(m.go)\n(m.go)' };

function measured(): LastGas {
  const gas = new LastGas();
  const form = (start: number, end: number, of: number) =>
    ({ path: 'a.repl', range: { start, end }, gas: of }) as const;
  gas.take(
    'a.repl',
    {
      kind: 'gas',
      forms: [form(0, 15, 9), form(16, 22, 3), form(23, 29, 4)],
      functions: [{ path: 'm.pact', name: 'm.go', calls: 2, gas: 7 }],
    },
    (path) => new Map(Object.entries(files)).get(path),
  );
  return gas;
}

/** Returns the gas of the forms that begin at 16 and 23, and of the function. */
function shown(gas: LastGas, changed: Partial<typeof files> = {}) {
  const known = gas.of(workspaceOf({ ...files, ...changed }).snapshot());
  const forms = [16, 23].map((start) => known.ofForm('a.repl', { start, end: start + 6 }));
  return [...forms, known.ofFunction('m.go')?.gas];
}

test('figures of the run are those of the same texts', () => {
  expect(shown(measured())).toEqual([3, 4, 3.5]);
});

test('what comes after an edit of a script is unknown', () => {
  expect(shown(measured(), { 'a.repl': '(load "m.pact")\n(m.go)\n(m.no)' })).toEqual([
    3,
    undefined,
    3.5,
  ]);
});

test('nothing is known once a contract of the run has changed', () => {
  expect(shown(measured(), { 'm.pact': '(module m H)' })).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('calls of several scripts are counted together', () => {
  const gas = measured();
  const functions = [{ path: 'm.pact', name: 'm.go', calls: 2, gas: 1 }];
  gas.take('b.repl', { kind: 'gas', forms: [], functions }, () => files['m.pact']);
  expect(shown(gas)[2]).toBe(2);
});
