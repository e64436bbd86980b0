// Every command: listed, complete, with examples that its own table of options accepts.
import { expect, test } from 'vitest';
import { parseArguments } from '../../../../../src/apps/cli/arguments.ts';
import { commandHelp } from '../../../../../src/apps/cli/commands/help.ts';
import { commands } from '../../../../../src/apps/cli/commands/index.ts';
import { filesUnder, read } from '../../../../support/project-files.ts';

test('every definition is listed, in order', () => {
  const names = commands.map(({ name }) => name);
  const parts = ['define', 'help', 'index', 'server-options'].map(
    (name) => `src/apps/cli/commands/${name}.ts`,
  );
  const files = filesUnder(['src/apps/cli/commands'], /\.ts$/).filter(
    (path) => !parts.includes(path),
  );
  // index.ts is the list itself.
  const fileNames = names.map((name) => (name === 'index' ? 'index-project' : name));
  expect(files).toEqual(fileNames.map((name) => `src/apps/cli/commands/${name}.ts`));
  expect(names).toEqual([...names].sort());
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
