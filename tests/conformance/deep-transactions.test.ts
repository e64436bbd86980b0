// Transactions nest as deeply as the gas of a block can pay for: in brackets, in calls, in data and in values. The reference
// keeps all of that in its heap and has no limit of depth.
//
// 180,000 gas, the most that the block of a network has, pays for a transaction of 288 kB. docs/performance.md has the figures of
// calls at that limit: they take too long for a test, which uses a part of the stack and of the gas.

import { afterAll, describe, expect, test } from 'vitest';
import { chainRoomOn } from '../../src/apps/cli/stack-size.ts';
import { DeepChain, type DeepTransaction } from '../support/deep-chain.ts';
import { nestings } from '../support/deep-programs.ts';

const stackMb = 3072;
const chain = new DeepChain(stackMb);
afterAll(() => chain.close());

const brackets = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('brackets', () => {
  // Lists need the fewest bytes for a level. Size and evaluation cost 178,000 gas.
  const max = 141_500;

  test('as many as the gas of a block pays for are a value', async () => {
    const done = await chain.execute({ code: brackets(max) });
    expect(done).toMatchObject({ kind: 'executed', text: 'success' });
    expect(done).toHaveProperty('bytes', 2 * max + 382);
    expect(await chain.execute({ code: brackets(40_000), way: 'local' })).toEqual({
      kind: 'local',
      text: 'success',
    });
  });

  test('more than that cannot be paid, before any limit is reached', async () => {
    expect(await chain.execute({ code: brackets(142_500) })).toMatchObject({
      kind: 'executed',
      text: 'Gas limit "180000"exceeded: 180001',
    });
    expect(await chain.execute({ code: brackets(144_500) })).toMatchObject({
      kind: 'invalid',
      text: expect.stringContaining('tx too big for gas limit') as string,
    });
    expect(chainRoomOn(stackMb).nestingLimit).toBeGreaterThan(145_000);
  });

  const kinds = nestings.filter(({ name }) => !/module|models|types/.test(name));

  test.each(kinds)('of $name', async ({ program }) => {
    const done = await chain.execute({ code: program(15_000) });
    expect(done).toMatchObject({ kind: 'executed', text: 'success' });
  });
});

/** Calls itself `count` times, and then evaluates `last`. */
const recursion = (count: number, last: string): string =>
  `(let ((f (lambda (g n) (if (= n 0) ${last} (+ 1 (g g (- n 1))))))) (f f ${count}))`;

/** A lambda that passes itself to itself: the cheapest call is 75 milligas. */
const endless = (body: string): string => `(let ((f (lambda (g) ${body}))) (f f))`;

describe('calls', () => {
  test.each([
    ['with a value at the end', recursion(60_000, '0'), 'success'],
    ['with an error at the end', recursion(60_000, '(enforce false "deep")'), 'deep'],
    [
      'with an error that is caught',
      `(try 5 ${recursion(60_000, '(enforce false "")')})`,
      'success',
    ],
    ['that are tried', endless('(try 1 (g g))'), 'Gas limit "10000"exceeded: 10001'],
    ['in arguments', endless('(+ 1 (g g))'), 'Gas limit "10000"exceeded: 10001'],
    ['at the end of a function', endless('(g g)'), 'Gas limit "10000"exceeded: 10001'],
    ['in variables', endless('(let ((x (g g))) x)'), 'Gas limit "10000"exceeded: 10001'],
    ['in loops', endless('(map (lambda (x) (g g)) [1])'), 'Gas limit "10000"exceeded: 10001'],
    ['in choices', endless('(enforce-one "" [(g g)])'), 'Gas limit "10000"exceeded: 10001'],
  ])('%s', async (_, code, text) => {
    const gasLimit = text.startsWith('Gas') ? 10_000 : 100_000;
    expect(await chain.execute({ code, gasLimit })).toMatchObject({ kind: 'executed', text });
  });

  test('beyond the stack are no result: other nodes would get another one', async () => {
    const small = new DeepChain(64);
    const done = await small.execute({ code: endless('(+ 1 (g g))') });
    await small.close();
    const { depthLimit } = chainRoomOn(64);
    expect(done).toEqual({ kind: 'invalid', text: `Call depth exceeded, limit: ${depthLimit}` });
  });
});

const library = `
  (module m G
    (defcap G () true)
    (defschema s v)
    (deftable t:{s})
    (defcap E (x) @event true)
    (defun put (x) (write t "a" { "v": x }))
    (defun get () (at "v" (read t "a")))
    (defun tell (x) (emit-event (E x)))
    (defun any (x) true)
    (defun guard (x) (create-user-guard (any x)))
    (defpact p (x) (step (yield { "x": x })) (step 1))
    (defun nested (n) (fold (lambda (a x) [a]) [] (enumerate 1 n)))
    (defun objects (n) (fold (lambda (a x) { "a": a }) {} (enumerate 1 n)))
    (defun guards (n) (fold (lambda (a x) (guard a)) [] (enumerate 1 n))))
  (create-table t)
  (put (nested 50000))`;

describe('values', () => {
  const levels = 100_000;
  const data = `{"x":${brackets(levels)}}`;

  test.each<readonly [string, DeepTransaction]>([
    ['that the data has', { code: '(read-msg "x")', data }],
    ['in lists', { code: `(m.nested ${levels})` }],
    ['in objects', { code: `(m.objects ${levels})` }],
    ['in guards', { code: '(create-principal (m.guards 10000))' }],
    ['in guards of a row', { code: '(m.put (m.guards 10000))' }],
    ['in a row', { code: '(m.put (m.nested 20000))' }],
    ['read from a row', { code: '(m.get)' }],
    ['in events', { code: '(m.tell (m.nested 50000))' }],
    ['of a yield', { code: '(m.p (m.nested 20000))' }],
    ['that are hashed', { code: '(hash (m.nested 50000))' }],
    ['that are compared', { code: '(= (m.nested 50000) (m.nested 50000))' }],
    ['that are formatted', { code: '(format "{}" [(m.nested 20000)])' }],
  ])('%s', async (_, transaction) => {
    const done = await chain.execute({ setUp: library, ...transaction });
    expect(done).toMatchObject({ kind: 'executed', text: 'success' });
  });
});
