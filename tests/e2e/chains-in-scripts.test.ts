// Runs scripts with several chains by the command: alone, as a test, and a second time with the states kept from the first.
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

const script = 'repl-scripts/chains/tickets.repl';

test.each([[[script]], [[script]], [['test', script]]])('pact %j', (args) => {
  const { status, stdout, stderr } = runCommand(args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(args.length === 1 ? /Load successful\n$/ : /9 passed/);
});
