// The tree of calls as it is printed: folded, cut to the width, and coloured on a terminal.

import { expect, it } from 'vitest';
import type { Call, FormCalls } from '../../../../../src/tools/debugger/calls.ts';
import { callLines } from '../../../../../src/tools/testing/reporters/call-lines.ts';
import { paintOf } from '../../../../../src/tools/testing/reporters/paint.ts';

const place = { file: 'a.repl', line: 3, column: 1 };

function call(name: string, more: Partial<Call> = {}): Call {
  return {
    kind: 'defun',
    name,
    args: ['1'],
    at: place,
    outcome: { kind: 'value', text: 'true' },
    milliGas: 1500,
    items: [],
    leftOut: 0,
    ...more,
  };
}

function form(more: Partial<FormCalls> = {}): FormCalls {
  return {
    place,
    text: '(m.f 1)',
    outcome: { kind: 'value', text: 'true' },
    failed: false,
    milliGas: 2000,
    items: [],
    leftOut: 0,
    ...more,
  };
}

const plain = { paint: paintOf(false) };

it('is a tree', () => {
  const items = [
    call('m.f', { items: [call('m.g'), { kind: 'event', name: 'm.E', args: ['"x"'] }] }),
    call('m.h', { outcome: { kind: 'failed', message: 'no' } }),
  ];
  expect(callLines(form({ items }), plain)).toEqual([
    '(m.f 1) → true  2 gas  a.repl:3',
    '├─ (m.f 1) → true  2 gas  a.repl:3',
    '│  ├─ (m.g 1) → true  2 gas  a.repl:3',
    '│  └─ event (m.E "x")',
    '└─ (m.h 1) ✗ no  2 gas  a.repl:3',
  ]);
});

it('folds consecutive calls of one function', () => {
  const items = Array.from({ length: 100 }, () => call('m.f'));
  expect(callLines(form({ items, leftOut: 7 }), plain).slice(3)).toEqual([
    '├─ (m.f 1) → true  2 gas  a.repl:3',
    '├─ … 96 more of m.f, 144 gas',
    '├─ (m.f 1) → true  2 gas  a.repl:3',
    '└─ … 7 more calls not shown',
  ]);
});

it('cuts lines to the width, arguments and values before gas and position', () => {
  const items = [call('m.f', { args: ['"'.padEnd(200, 'é')] })];
  const [, line = ''] = callLines(form({ items }), { ...plain, width: 60 });
  expect([...line].length).toBeLessThanOrEqual(60);
  expect(line).toMatch(/é… → true {2}2 gas {2}a.repl:3$/);
});

it('shows a capability once', () => {
  const token = '(m.C "a")';
  const ofCapability = call('m.C', { kind: 'defcap', args: ['"a"'] });
  const request = {
    kind: 'capability',
    token,
    at: place,
    outcome: 'granted',
    message: undefined,
    milliGas: 0,
    items: [ofCapability],
    leftOut: 0,
  } as const;
  expect(callLines(form({ items: [request] }), plain).slice(1)).toEqual([
    '└─ with-capability (m.C "a") → granted  0 gas  a.repl:3',
  ]);
});

it('is coloured only on a terminal', () => {
  const items = [call('m.h', { outcome: { kind: 'failed', message: 'no' } })];
  const [, line] = callLines(form({ items }), { paint: paintOf(true) });
  expect(line).toContain('\u001b[31mno\u001b[39m');
});

it('has a limited number of lines', () => {
  const items = Array.from({ length: 5000 }, (_, i) => call(`m.f${i}`));
  const lines = callLines(form({ items }), plain);
  expect(lines).toHaveLength(400);
  expect(lines.at(-1)).toBe('... 4602 more lines');
});

it('stops at an unreadable depth', () => {
  let nested = call('m.f0');
  for (let i = 1; i < 100; i++) nested = call(`m.f${i}`, { items: [nested] });
  const lines = callLines(form({ items: [nested] }), plain);
  expect(lines).toHaveLength(32);
  expect(lines.at(-1)?.trim()).toBe('└─ … 70 deeper calls');
});
