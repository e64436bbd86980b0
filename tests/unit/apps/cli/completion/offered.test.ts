// Shell completions: they are complete, and nothing else is offered.
import { expect, test } from 'vitest';
import { programOptions } from '../../../../../src/apps/cli/program-options.ts';
import { commands } from '../../../../../src/apps/cli/commands/index.ts';
import {
  offeredLine,
  placeholders,
  placeholdersOf,
} from '../../../../../src/apps/cli/completion/offered.ts';

const line = offeredLine(commands);

test('every placeholder of the definitions has a row, and every row is used', () => {
  const ofOptions = [...programOptions, ...commands.flatMap(({ options }) => options)].flatMap(
    ({ long, argument }) =>
      argument === undefined || argument.choices !== undefined ? [] : [`${long} ${argument.name}`],
  );
  const ofOperands = commands.flatMap(({ name, operands, actions }) =>
    placeholdersOf(operands?.usage ?? '')
      .filter((each) => each !== 'ACTION')
      .flatMap((each) => [name, ...(actions?.keys() ?? [])].map((owner) => `${owner} ${each}`)),
  );
  const all = [...ofOptions, ...ofOperands, 'pact FILE'];
  const rowOf = (each: string) =>
    placeholders.has(each) ? each : each.slice(each.indexOf(' ') + 1);
  const used = new Set(all.map(rowOf));
  expect([...used].filter((row) => !placeholders.has(row))).toEqual([]);
  expect([...placeholders.keys()].filter((row) => !used.has(row))).toEqual([]);
});

test('all commands are offered, and help', () => {
  const names = line.commands.map(({ name }) => name);
  expect(names).toEqual([...commands.map(({ name }) => name), 'help']);
});

test('an action offers only its own options', () => {
  const key = line.commands.find(({ name }) => name === 'key');
  const longs = key?.actions.map(({ name, options }) => [name, options.map(({ long }) => long)]);
  expect(longs).toContainEqual(['phrase', ['out', 'words', 'help']]);
  expect(longs).toContainEqual(['show', ['help']]);
});

test('an option that can be used alone is marked', () => {
  const report = line.options.find(({ long }) => long === 'gas-report');
  expect(report?.argument).toMatchObject({ isOptional: true, offered: { kind: 'words' } });
});
