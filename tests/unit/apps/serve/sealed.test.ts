// Sealed commands on the servers of several entities.
import { describe, expect, test } from 'vitest';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { checkBody } from '../../../../src/apps/serve/intake.ts';
import { evaluationOf, type TestEvaluation } from '../../../support/evaluation.ts';
import { BackgroundSignatures } from '../../../../src/node/signatures/background-signatures.ts';
import { FairSignatures } from '../../../../src/node/signatures/fair-signatures.ts';
import { entity, letter, seal, sealedText } from '../../../support/sealed-commands.ts';
import { codeCommand } from '../../../support/signed-commands.ts';

type Options = Parameters<typeof evaluationOf>[0];

const serverOf = (name: string | undefined, options: Options = {}): TestEvaluation =>
  evaluationOf({ recipient: name === undefined ? undefined : entity(name), ...options });

const run = (server: TestEvaluation, text: string): string => server.run(text, 'sealed');

const send = (server: TestEvaluation, code: string): string => server.run(codeCommand(code).text);

const table = (module: string): string => `
  (module ${module} G (defcap G () true)
    (defschema s v:integer) (deftable t:{s})
    (defun put (v) (write t "k" { "v": v }))
    (defun get () (at 'v (read t "k"))))
  (create-table t)`;

test('a recipient executes it, the others store it', () => {
  const text = sealedText(`${table('secret')} (secret.put 7) (secret.get)`);
  const [bob, carol, nobody] = [serverOf('bob'), serverOf('carol'), serverOf(undefined)];
  expect(run(bob, text)).toContain('"data":{"int":7}');
  expect(bob.transactions()).toEqual([0n, 1n]);
  for (const other of [carol, nobody]) {
    expect(run(other, text)).toBe('');
    expect(other.transactions()).toEqual([0n, 0n]);
  }
});

test('merges written rows as nodes do', () => {
  const version = (schema: string, row: string): string => `
    (module secret G (defcap G () true) (defschema s ${schema}) (deftable t:{s})
      (defun put () (write t "k" ${row})) (defun get () (read t "k")))`;
  const bob = serverOf('bob');
  const old = version('v:integer w:integer', '{"v": 1, "w": 2}');
  run(bob, sealedText(`${old} (create-table t) (put)`));
  run(bob, sealedText(`${version('v:integer', '{"v": 3}')} (put)`));
  expect(run(bob, sealedText('(secret.get)'))).toContain('"data":{"w":{"int":2},"v":{"int":3}}');
});

test('an answer that is too large fails, and is rolled back', () => {
  const bob = serverOf('bob');
  run(bob, sealedText(table('secret')));
  const doubled = '(fold (lambda (a i) [a a]) 1 (enumerate 1 40))';
  const text = run(bob, sealedText(`(secret.put 7) ${doubled}`));
  expect(text).toContain('Value too large: result with events exceeds');
  expect(bob.transactions()).toEqual([0n, 1n]);
  expect(run(bob, sealedText('(secret.get)'))).toContain('"status":"failure"');
});

test('nothing of it is public', () => {
  const bob = serverOf('bob');
  run(bob, sealedText(`${table('secret')} (secret.put 7)`));
  // The same error as if the module did not exist.
  const errorOf = (server: TestEvaluation): string | undefined =>
    /"error":(\{.*?\})/.exec(send(server, '(secret.get)'))?.[1];
  expect(errorOf(bob)).toBeDefined();
  expect(errorOf(bob)).toBe(errorOf(serverOf(undefined)));
  expect(run(bob, sealedText('(secret.get)'))).toContain('"data":{"int":7}');
});

describe('public data', () => {
  const bob = serverOf('bob');
  send(bob, `${table('open')} (open.put 1)`);

  test('can be read', () => {
    expect(run(bob, sealedText('(open.get)'))).toContain('"data":{"int":1}');
  });

  test.each([
    ['(open.put 2)', 'the public table open_t'],
    [table('open'), 'the public module open'],
    ['(module open G (defcap G () true) (defun f () 1))', 'the public module open'],
  ])('cannot be written: %s', (code, what) => {
    const before = bob.transactions();
    const text = run(bob, sealedText(code));
    expect(text).toContain(`a sealed command cannot write ${what}`);
    expect(bob.transactions()).toEqual(before);
    expect(send(bob, '(open.get)')).toContain('"data":{"int":1}');
  });
});

describe('replays', () => {
  test('one command is executed once, however often it is sealed', () => {
    const bob = serverOf('bob');
    run(bob, sealedText(`${table('m')} (m.put 0)`));
    const command = letter('(m.put (+ 1 (m.get)))');
    expect(run(bob, encodeCommand(seal(command)))).toContain('"success"');
    const again = run(bob, encodeCommand(seal(command)));
    expect(again).toContain(`the command inside, ${command.hash}, has been executed before`);
    expect(run(bob, sealedText('(m.get)'))).toContain('"data":{"int":1}');
  });

  test('after a restart, too', () => {
    const text = encodeCommand(seal(letter(table('m'))));
    const opened = new Set<string>();
    expect(run(serverOf('bob', { opened }), text)).toContain('"success"');
    expect(run(serverOf('bob', { opened }), text)).toContain('has been executed before');
    expect(run(serverOf('bob'), text)).toContain('"success"');
  });

  test('signatures for entities do not count in public', () => {
    const { text } = codeCommand('1', { meta: { address: { from: 'alice', to: ['bob'] } } });
    expect(serverOf('bob').run(text)).toContain('meta.chainId is missing');
  });
});

test('a command sealed by another entity is refused, and changes nothing', () => {
  const bob = serverOf('bob');
  const text = run(bob, encodeCommand(seal(letter(table('m')), 'dave')));
  expect(text).toContain('this was not sealed by alice for bob');
  expect(bob.transactions()).toEqual([0n, 0n]);
});

test('gas is metered as configured', () => {
  const gasOf = (settings: Options): string | undefined =>
    /"gas":(\d+)/.exec(run(serverOf('bob', settings), sealedText('(+ 1 2)')))?.[1];
  expect(gasOf({})).toBe('0');
  expect(gasOf({ gasLimit: 100 })).toBe('1');
  expect(Number(gasOf({ gasRate: 3 }))).toBeGreaterThan(2);
});

test('a server without sealed commands refuses them, and runs others', async () => {
  const signatures = new FairSignatures({ checker: new BackgroundSignatures(), atOnce: 1 });
  const text = sealedText('1');
  const reply = await checkBody(text, { kind: 'sealed' }, { signatures, nestingLimit: 128 });
  expect(reply).toEqual({
    kind: 'fault',
    sentence: 'Invalid command: this server does not accept sealed commands',
  });
  const server = evaluationOf();
  expect(run(server, text)).toBe('');
  expect(send(server, '(+ 1 2)')).toContain('"status":"success"');
});
