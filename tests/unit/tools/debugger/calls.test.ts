// The tree of calls, capabilities, events, tables and gas within a form, with limits.

import { expect, it } from 'vitest';
import { noSpan } from '../../../../src/base/span.ts';
import {
  type CallItem,
  CallRecorder,
  type FormCalls,
} from '../../../../src/tools/debugger/calls.ts';
import { callLimits } from '../../../../src/tools/debugger/limits.ts';
import { isEvalError } from '../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';
import { bank, bankSession } from '../../../support/bank.ts';

/** Returns the trees of the forms in a session in which the bank is already loaded. */
function treesOf(program: string): readonly FormCalls[] {
  const files = new Map([
    ['bank.pact', bank],
    ['test.repl', `${bankSession}${program}`],
  ]);
  const trees: FormCalls[] = [];
  const engine: ReplEngine = new ReplEngine({
    host: {
      ...silentHost,
      readFile: (path) => {
        const text = files.get(path);
        return text === undefined
          ? { kind: 'failure', reason: 'no such file' }
          : { kind: 'text', text };
      },
    },
    depthLimit: 2000,
    nestingLimit: 200,
    watchers: [
      new CallRecorder({
        failureCount: () => engine.expectations.failureCount,
        ended: (calls) => trees.push(calls),
      }),
    ],
  });
  try {
    engine.runFile('test.repl', false, noSpan);
  } catch (error) {
    if (!isEvalError(error)) throw error;
  }
  const first = bankSession.split('\n').length;
  return trees.filter(({ place }) => place.file === 'test.repl' && place.line >= first);
}

function shown(items: readonly CallItem[], margin = ''): string[] {
  return items.flatMap((item) => {
    const below = item.kind === 'event' ? [] : shown(item.items, `${margin}  `);
    return [`${margin}${lineOf(item)}`, ...below];
  });
}

function lineOf(item: CallItem): string {
  switch (item.kind) {
    case 'event':
      return `event ${[item.name, ...item.args].join(' ')}`;
    case 'capability':
      return `${item.outcome} ${item.token} :${item.at?.line}`;
    default: {
      const { outcome, at, kind, access = '' } = item;
      const end =
        outcome.kind === 'value'
          ? outcome.text
          : `failed${outcome.message === undefined ? '' : ` with ${outcome.message}`}`;
      return [kind, access, item.name, ...item.args, '=', end, `:${at?.line}`]
        .filter((part) => part !== '')
        .join(' ');
    }
  }
}

it('has calls with values, capabilities, events, and reads and writes with their positions', () => {
  const [tree] = treesOf('(bank.transfer "alice" "bob" 30.0)');
  expect(shown(tree?.items ?? [])).toEqual([
    'defun bank.transfer "alice" "bob" 30.0 = true :6',
    '  granted (bank.DEBIT "alice" 30.0) :24',
    '    defcap bank.DEBIT "alice" 30.0 = true :24',
    '    defun bank.left-to-debit 200.0 30.0 = 170.0 :24',
    '    event bank.DEBIT "alice" 30.0',
    '  defun bank.debit "alice" 30.0 = "Write succeeded" :25',
    '    builtin require-capability (bank.DEBIT "alice" 30.0) = true :15',
    '    builtin reads with-read bank_accounts "alice" = "Write succeeded" :16',
    '      builtin writes update bank_accounts "alice" {"balance": 70.0} = "Write succeeded" :19',
    '  defun bank.credit "bob" 30.0 = "Write succeeded" :26',
    '    builtin reads with-read bank_accounts "bob" = "Write succeeded" :21',
    '      builtin writes update bank_accounts "bob" {"balance": 31.0} = "Write succeeded" :22',
    '  builtin emit-event (bank.MOVED "alice" "bob" 30.0) = true :27',
    '    event bank.MOVED "alice" "bob" 30.0',
  ]);
  expect(tree).toMatchObject({
    text: '(bank.transfer "alice" "bob" 30.0)',
    failed: false,
    outcome: { kind: 'value', text: 'true' },
  });
});

it('has the gas of every call with all that it called', () => {
  const [tree] = treesOf('(bank.transfer "alice" "bob" 30.0)');
  const [transfer] = tree?.items ?? [];
  if (transfer?.kind !== 'defun') throw new Error('no call');
  const parts = transfer.items.map((item) => (item.kind === 'event' ? 0 : item.milliGas));
  expect(tree?.milliGas).toBeGreaterThanOrEqual(transfer.milliGas);
  expect(transfer.milliGas).toBeGreaterThan(parts.reduce((sum, part) => sum + part));
  expect(Math.min(...parts)).toBeGreaterThan(0);
});

it('reports the error in the innermost call, and that the calls around it failed', () => {
  const [tree] = treesOf('(bank.transfer "alice" "bob" 130.0)');
  expect(tree?.failed).toBe(true);
  expect(shown(tree?.items ?? [])).toEqual([
    'defun bank.transfer "alice" "bob" 130.0 = failed :6',
    '  granted (bank.DEBIT "alice" 130.0) :24',
    '    defcap bank.DEBIT "alice" 130.0 = true :24',
    '    defun bank.left-to-debit 200.0 130.0 = 70.0 :24',
    '    event bank.DEBIT "alice" 130.0',
    '  defun bank.debit "alice" 130.0 = failed :25',
    '    builtin require-capability (bank.DEBIT "alice" 130.0) = true :15',
    '    builtin reads with-read bank_accounts "alice" = failed with insufficient funds :16',
  ]);
});

it('shows a refused capability with the reason', () => {
  const [tree] = treesOf('(bank.transfer "alice" "bob" 230.0)');
  expect(shown(tree?.items ?? [])).toEqual([
    'defun bank.transfer "alice" "bob" 230.0 = failed :6',
    '  refused (bank.DEBIT "alice" 230.0) :24',
    '    defcap bank.DEBIT "alice" 230.0 = true :24',
    '    defun bank.left-to-debit 200.0 230.0 = failed with managed amount exceeded :24',
  ]);
});

it('continues after a caught error', () => {
  const [tree] = treesOf('(bank.guarded "alice" 1.0) (+ 1 2)');
  expect(tree?.failed).toBe(false);
  expect(shown(tree?.items ?? [])[0]).toBe('defun bank.guarded "alice" 1.0 = "not paid" :6');
  expect(shown(tree?.items ?? [])[1]).toMatch(/^ {2}defun bank.debit "alice" 1.0 = failed :29$/);
});

it('reports failed expectations', () => {
  const trees = treesOf('(expect "x" 1 2) (expect "y" 1 1)');
  expect(trees.map(({ failed }) => failed)).toEqual([true, false]);
});

it('keeps the first items of a long loop and counts the others', () => {
  const [tree] = treesOf(
    '(fold (lambda (n x) (bank.left-to-debit 1.0 1.0)) 0.0 (enumerate 1 5000))',
  );
  expect(tree?.items).toHaveLength(callLimits.itemsOfForm);
  expect(tree?.leftOut).toBe(5000 - callLimits.itemsOfForm);
});

it('counts events that do not fit', () => {
  const emitting = (often: number) => `(module m G (defcap G () true) (defcap E () @event true)
    (defun go () ${'(emit-event (E)) '.repeat(often)}))`;
  const max = callLimits.itemsOfForm;
  const [tree] = treesOf(`${emitting(max + 30)} (m.go)`).slice(-1);
  const [go] = tree?.items ?? [];
  // Each is both a call of the builtin and an event.
  expect([tree?.leftOut, go]).toMatchObject([0, { leftOut: 2 * (max + 30) - max }]);
});

it('cuts long arguments and values', () => {
  const [tree] = treesOf('(bank.create (concat (make-list 1000 "é")) 1.0)');
  const [call] = tree?.items ?? [];
  if (call?.kind !== 'defun') throw new Error('no call');
  expect([...(call.args[0] ?? '')]).toHaveLength(callLimits.text);
});
