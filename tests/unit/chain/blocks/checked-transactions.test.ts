// Code that many transactions share is parsed once, and its error messages stay the same.
import { expect, test } from 'vitest';
import { CheckedTransactions, type KnownTransaction } from '../../../../src/chain/blocks/index.ts';
import { transactionWith } from '../../../../src/chain/execute/index.ts';
import { publicMeta, readPayload, type Command } from '../../../../src/chain/command/index.ts';
import { errorText } from '../../../../src/lang/session/run.ts';
import { transaction } from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

const limits = { transactions: 100, bytes: 1_000_000 };

const payloadOf = (command: Command) => valueOf(readPayload(command.cmd, publicMeta));

function known(memory: CheckedTransactions, command: Command): KnownTransaction {
  const offered = memory.offered(command, payloadOf(command));
  memory.accept(offered);
  return offered;
}

const programOf = (memory: CheckedTransactions, code: string) =>
  known(memory, transaction({ code })).transaction.program;

test('transactions with the same code share its forms', () => {
  const memory = new CheckedTransactions(limits);
  const first = programOf(memory, '(+ 1 2)');
  const second = programOf(memory, '(+ 1 2)');
  expect(second.forms).toBe(first.forms);
  expect(second.source.text).toBe('(+ 1 2)');
  expect(programOf(memory, '(+ 1  2)').forms).not.toBe(first.forms);
});

test('each has its own data, signers and hash', () => {
  const memory = new CheckedTransactions(limits);
  const [one, two] = [1, 2].map((x) =>
    known(memory, transaction({ code: '(read-msg "x")', data: { x } })),
  );
  expect(one!.requestKey).not.toBe(two!.requestKey);
  expect(one!.transaction.payload).not.toEqual(two!.transaction.payload);
  expect(one!.transaction.program.forms).toBe(two!.transaction.program.forms);
});

test('syntax errors are reported each time, and such code is not cached', () => {
  const memory = new CheckedTransactions(limits);
  const texts = [1, 2].map(() => {
    const command = transaction({ code: '(+ 1' });
    const reported = transactionWith(command, payloadOf(command), memory.parsing);
    return reported.ok ? undefined : errorText(reported.fault);
  });
  expect(texts[0]).toMatch(/./);
  expect(texts[1]).toBe(texts[0]);
  expect(memory.parsing.trees.size).toBe(0);
});

test('the cache of code is limited: neither overlong code nor endless new code is kept', () => {
  const memory = new CheckedTransactions(limits);
  const max = 50_000;
  const long = `"${'a'.repeat(max)}"`;
  expect(programOf(memory, long).forms).not.toBe(programOf(memory, long).forms);
  expect(memory.parsing.trees.size).toBe(0);
  for (let i = 0; i < 100; i++) programOf(memory, `"${String(i).padStart(1_000, 'b')}"`);
  expect(memory.parsing.trees.size).toBeLessThanOrEqual(max);
  expect(memory.parsing.trees.size).toBeGreaterThan(max / 2);
});

test('the code of an offered transaction is read when it is needed, and cached when it is accepted', () => {
  const memory = new CheckedTransactions(limits);
  const command = transaction({ code: '(+ 1 2)' });
  const first = memory.offered(command, payloadOf(command));
  expect(memory.parsing.trees.size).toBe(0);
  expect(memory.offered(command, payloadOf(command))).not.toBe(first);
  memory.accept(first);
  expect(memory.offered(command, payloadOf(command))).toBe(first);
  expect(valueOf(memory.read(first.bytes))).toBe(first);
  expect(first.transaction.program.forms).toHaveLength(1);
  expect(memory.parsing.trees.size).toBeGreaterThan(0);
});

test('a transaction stays cached until this many others were used twice', () => {
  const memory = new CheckedTransactions({ transactions: 2, bytes: 1_000_000 });
  const commands = [1, 2, 3, 4, 5].map((x) => transaction({ code: `(+ ${x} 0)` }));
  const [first, ...others] = commands.map((each) => () => known(memory, each));
  const met = first!();
  for (const other of others.slice(0, 2)) other();
  expect(first!()).toBe(met);
  for (const other of others) other();
  expect(first!()).not.toBe(met);
});
