// Sealed commands on the servers of several entities.
import { describe, expect, test } from 'vitest';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { Evaluation } from '../../../../src/apps/serve/evaluation.ts';
import type { EvaluationSettings, Reply } from '../../../../src/apps/serve/messages.ts';
import { checkBody } from '../../../../src/apps/serve/intake.ts';
import { evaluationOf, evaluationSettings, noMarks } from '../../../support/evaluation.ts';
import { sqlJs } from '../../../support/sql-js.ts';
import { BackgroundSignatures } from '../../../../src/node/signatures/background-signatures.ts';
import { FairSignatures } from '../../../../src/node/signatures/fair-signatures.ts';
import { systemClock } from '../../../../src/base/platform/system.ts';
import { entity, letter, seal, sealedText } from '../../../support/sealed-commands.ts';
import { codeCommand } from '../../../support/signed-commands.ts';

function serverOf(
  name: string | undefined,
  settings: Partial<EvaluationSettings> = {},
): Evaluation {
  return evaluationOf({ entity: name === undefined ? undefined : entity(name), ...settings });
}

type Executed = Extract<Reply, { kind: 'executed' }>;

function run(
  server: Evaluation,
  text: string,
  scope: 'public' | 'sealed' = 'sealed',
  isRepeated = false,
): Executed {
  const question = {
    kind: 'execute',
    scope,
    time: 0n,
    text,
    isRepeated,
    recorded: noMarks,
  } as const;
  const reply = server.answer(question);
  if (reply.kind !== 'executed') throw new Error(reply.kind);
  return reply;
}

const send = (server: Evaluation, code: string): string =>
  run(server, codeCommand(code).text, 'public').text;

const table = (module: string): string => `
  (module ${module} G (defcap G () true)
    (defschema s v:integer) (deftable t:{s})
    (defun put (v) (write t "k" { "v": v }))
    (defun get () (at 'v (read t "k"))))
  (create-table t)`;

test('a recipient executes it, the others store it', () => {
  const text = sealedText(`${table('secret')} (secret.put 7) (secret.get)`);
  const [bob, carol, nobody] = [serverOf('bob'), serverOf('carol'), serverOf(undefined)];
  expect(run(bob, text).text).toContain('"data":{"int":7}');
  expect(bob.marks).toEqual({ public: 0n, sealed: 1n });
  for (const other of [carol, nobody]) {
    expect(run(other, text)).toMatchObject({ text: '', marks: noMarks, within: undefined });
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
  expect(run(bob, sealedText('(secret.get)')).text).toContain(
    '"data":{"w":{"int":2},"v":{"int":3}}',
  );
});

test('an answer that is too large fails, and is rolled back', () => {
  const bob = serverOf('bob');
  run(bob, sealedText(table('secret')));
  const doubled = '(fold (lambda (a i) [a a]) 1 (enumerate 1 40))';
  const { text, marks } = run(bob, sealedText(`(secret.put 7) ${doubled}`));
  expect(text).toContain('Value too large: result with events exceeds');
  expect(marks).toEqual({ public: 0n, sealed: 1n });
  expect(run(bob, sealedText('(secret.get)')).text).toContain('"status":"failure"');
});

test('nothing of it is public', () => {
  const bob = serverOf('bob');
  run(bob, sealedText(`${table('secret')} (secret.put 7)`));
  // The same error as if the module did not exist.
  const errorOf = (server: Evaluation): string | undefined =>
    /"error":(\{.*?\})/.exec(send(server, '(secret.get)'))?.[1];
  expect(errorOf(bob)).toBeDefined();
  expect(errorOf(bob)).toBe(errorOf(serverOf(undefined)));
  expect(run(bob, sealedText('(secret.get)')).text).toContain('"data":{"int":7}');
});

describe('public data', () => {
  const bob = serverOf('bob');
  send(bob, `${table('open')} (open.put 1)`);

  test('can be read', () => {
    expect(run(bob, sealedText('(open.get)')).text).toContain('"data":{"int":1}');
  });

  test.each([
    ['(open.put 2)', 'the public table open_t'],
    [table('open'), 'the public module open'],
    ['(module open G (defcap G () true) (defun f () 1))', 'the public module open'],
  ])('cannot be written: %s', (code, what) => {
    const { text, marks } = run(bob, sealedText(code));
    expect(text).toContain(`a sealed command cannot write ${what}`);
    expect(marks.sealed).toBe(bob.marks.sealed);
    expect(send(bob, '(open.get)')).toContain('"data":{"int":1}');
  });
});

describe('replays', () => {
  test('one command is executed once, however often it is sealed', () => {
    const bob = serverOf('bob');
    run(bob, sealedText(`${table('m')} (m.put 0)`));
    const command = letter('(m.put (+ 1 (m.get)))');
    expect(run(bob, encodeCommand(seal(command))).text).toContain('"success"');
    const again = run(bob, encodeCommand(seal(command)));
    expect(again.text).toContain(`the command inside, ${command.hash}, has been executed before`);
    expect(run(bob, sealedText('(m.get)')).text).toContain('"data":{"int":1}');
  });

  test('after a restart, too; repeating a command because its state was lost is not a replay', () => {
    const text = encodeCommand(seal(letter(table('m'))));
    const { within = '' } = run(serverOf('bob'), text);
    const opened = [within];
    expect(run(serverOf('bob', { opened }), text).text).toContain('has been executed before');
    expect(run(serverOf('bob', { opened }), text, 'sealed', true).text).toContain('"success"');
  });

  test('signatures for entities do not count in public', () => {
    const { text } = codeCommand('1', { meta: { address: { from: 'alice', to: ['bob'] } } });
    expect(run(serverOf('bob'), text, 'public').text).toContain('meta.chainId is missing');
  });
});

test('a command sealed by another entity is refused, and changes nothing', () => {
  const bob = serverOf('bob');
  const { text, marks } = run(bob, encodeCommand(seal(letter(table('m')), 'dave')));
  expect(text).toContain('this was not sealed by alice for bob');
  expect(marks).toEqual(noMarks);
});

test('gas is metered as configured', () => {
  const gasOf = (settings: Partial<EvaluationSettings>): string | undefined =>
    /"gas":(\d+)/.exec(run(serverOf('bob', settings), sealedText('(+ 1 2)')).text)?.[1];
  expect(gasOf({})).toBe('0');
  expect(gasOf({ gasLimit: 100 })).toBe('1');
  expect(Number(gasOf({ gasRate: 3 }))).toBeGreaterThan(2);
});

test('a server without sealed commands refuses them, and runs others', async () => {
  const without = { depthLimit: 1500, nestingLimit: 128, isMemoryShort: () => false };
  const signatures = new FairSignatures({ checker: new BackgroundSignatures(), atOnce: 1 });
  const text = sealedText('1');
  const reply = await checkBody(text, { kind: 'sealed' }, { signatures, nestingLimit: 128 });
  expect(reply).toEqual({
    kind: 'fault',
    sentence: 'Invalid command: this server does not accept sealed commands',
  });
  const settings = evaluationSettings({ entity: entity('bob') });
  const server = new Evaluation(settings, { ...without, sql: sqlJs, clock: systemClock });
  expect(run(server, text).text).toBe('');
  expect(send(server, '(+ 1 2)')).toContain('"status":"success"');
});
