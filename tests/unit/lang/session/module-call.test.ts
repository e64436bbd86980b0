// Calls that are compiled once: their values, gas and errors equal those of the same call as a top-level form.

import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { builtinTable, evaluate, standAlone } from '../../../../src/chain/command/index.ts';
import {
  defaultPublicData,
  errorText,
  evaluateTopLevel,
  type Machine,
  ModuleCall,
  objectValue,
  parseModuleName,
  parseProgram,
  tableModel,
  type PactValue,
} from '../../../../src/lang/session/run.ts';
import { MemoryDatabase } from '../../../../src/lang/session/store.ts';

const database = new MemoryDatabase();

function forms(code: string) {
  return parseProgram(new Source('', code), { dialect: 'pact' }).value;
}

function run(body: (machine: Machine) => PactValue | undefined): string {
  const surroundings = {
    ...standAlone({ database, depthLimit: 500 }),
    publicData: defaultPublicData,
    gas: { model: tableModel, limit: 1_000_000_000 },
  };
  const message = { hash: 'hash', signers: [], verifiers: [], step: undefined };
  const data = objectValue([['k', 'of the data']]);
  const { outcome, gas } = evaluate({ ...message, data }, surroundings, body);
  const shown =
    outcome.kind === 'success' ? JSON.stringify(outcome.value) : errorText(outcome.error);
  return `${shown}, ${gas} gas`;
}

function asForm(code: string): string {
  return run((machine) => {
    const builtins = builtinTable(machine.environment);
    let last: PactValue | undefined;
    for (const form of forms(code)) {
      const result = evaluateTopLevel(machine, form, builtins);
      last = result.kind === 'value' ? result.value : undefined;
    }
    return last;
  });
}

function callOf(code: string, textsAt: readonly number[]): ModuleCall {
  const [form] = forms(code);
  const module = parseModuleName('m');
  if (form?.kind !== 'term' || module === undefined) throw new Error('not a call');
  return new ModuleCall({ module, form, textsAt });
}

const call = callOf('(m.f "" (read-string "k") "")', [0, 2]);
const called = (first: string, second: string): string =>
  run((machine) => call.evaluate(machine, [first, second], builtinTable(machine.environment)));

const install = (body: string): string =>
  asForm(`(module m G (defcap G () true) (defun f (a:string b:string c:string) ${body}))`);

test('a call that is resolved once gives the same as a form', () => {
  const same = (first: string, second: string): string => {
    const answer = called(first, second);
    expect(answer).toBe(asForm(`(m.f "${first}" (read-string "k") "${second}")`));
    return answer;
  };
  expect(same('a', 'b')).not.toContain('of the data');
  install('(format "{} {} {}" [a b c])');
  expect(same('a', 'b')).toMatch(/^"a of the data b", \d+ gas$/);
  expect(same('other', 'b')).toMatch(/^"other of the data b/);
  install('(enforce (= a c) "they differ")');
  expect(same('a', 'b')).toMatch(/^they differ/);
  expect(same('a', 'a')).toMatch(/^true/);
  install('(+ a)');
  expect(same('a', 'b')).toContain('closure');
});

test('the parameters are checked as in any call', () => {
  asForm('(module m G (defcap G () true) (defun f (a:integer b:string c:string) a))');
  expect(called('a', 'b')).toContain('expected type integer');
});
