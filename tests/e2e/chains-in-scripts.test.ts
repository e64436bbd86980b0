// The command runs scripts of several chains: alone, as a test, and a second time with what it kept of the first.
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

const script = 'repl-scripts/chains/tickets.repl';

test.each([[[script]], [[script]], [['test', script]]])('pact %j', (args) => {
  const { status, stdout, stderr } = runCommand(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(args.length === 1 ? /Load successful\n$/ : /9 passed/);
});
