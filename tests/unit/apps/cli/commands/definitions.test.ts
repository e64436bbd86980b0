// Every command: listed, complete, with examples that its own table of options accepts.
import { expect, test } from 'vitest';
import { parseArguments } from '../../../../../src/apps/cli/arguments.ts';
import { commandHelp } from '../../../../../src/apps/cli/commands/define.ts';
import { commands } from '../../../../../src/apps/cli/commands/index.ts';
import { filesUnder, read } from '../../../../support/project-files.ts';

test('every definition is listed, in order', () => {
  const texts = filesUnder(['src/apps/cli/commands'], /\.ts$/).map(read);
  const defined = texts.flatMap((text) =>
    [...text.matchAll(/: CommandDefinition = \{\n  name: '([\w-]+)'/g)].map(([, name]) => name),
  );
  expect(commands.map(({ name }) => name)).toEqual(defined.sort());
});

test('the README lists every command', () => {
  const text = read('README.md');
  expect(commands.filter(({ name }) => !text.includes(`\`pact ${name}`))).toEqual([]);
});

for (const command of commands) {
  test(`the help of ${command.name} fits on a terminal and has an example`, () => {
    const lines = commandHelp(command, '/docs').split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(command.examples.length).toBeGreaterThan(0);
    expect(command.summary).toMatch(/^[a-z].*[^.]$/);
  });

  test(`the help of ${command.name} names the values of its options`, () => {
    const hidden = command.options.filter(({ argument, help }) =>
      argument?.choices?.some((choice) => !help.includes(choice)),
    );
    expect(hidden).toEqual([]);
  });

  test.each(command.examples.map((each) => each.command))('%s is understood', (line) => {
    const words = line.match(/'[^']*'|\S+/g) ?? [];
    const [pact, ...args] = words.map((word) => word.replace(/^'(.*)'$/, '$1'));
    expect(pact).toBe('pact');
    expect(parseArguments(args)).toMatchObject({ kind: 'command', name: command.name });
  });

  test(`${command.name} has each option once`, () => {
    const names = command.options.flatMap(({ long, short }) => [long, short ?? long]);
    const all = [...new Set(names), 'help', 'h'];
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(command.options.map(({ long }) => long)).size).toBe(command.options.length);
  });
}
