// The built library: the README's program, and the nesting depth that it supports on the default stack.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { depthLimit, nestingLimit } from '../../src/tools/library/limits.ts';
import { chains, nestings } from '../support/deep-programs.ts';
import { read, root } from '../support/project-files.ts';
import { folderWith } from '../support/command.ts';

const library = pathToFileURL(join(root, 'dist/index.mjs')).href;

test("the README's program prints what the README says", () => {
  const section =
    /^## The library\n(?<text>[^]*?)^## /m.exec(read('README.md'))?.groups?.['text'] ?? '';
  const [program = '', printed] = [...section.matchAll(/^```\w*\n([^]*?)^```$/gm)].map(
    ([, text]) => text,
  );
  const { path, remove } = folderWith({
    'program.mjs': program.replace("'@multichain/pact'", `'${library}'`),
  });
  const { stdout, stderr } = spawnSync(process.execPath, [join(path, 'program.mjs')], {
    encoding: 'utf8',
  });
  remove();
  expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
});

test("the README's program is the one that is typechecked", () => {
  const [, program = ''] = /^```ts\n([^]*?)^```$/m.exec(read('README.md')) ?? [];
  const [, checked] = read('tests/support/readme-program.ts').split(/^import .*\n/m);
  expect(program.replace(/^import .*\n/m, '')).toBe(checked);
});

// On the main thread of a new Node process with its default stack. V8 is restricted to its interpreter, whose frames are the
// largest.
describe('on an ordinary stack', () => {
  const runner = `import { createSession } from '${library}';
import { readFileSync } from 'node:fs';
for (const [name, text, files] of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const session = createSession({ readFile: (path) => files?.[path] });
  let answer;
  try {
    const result = session.run(text);
    answer = result.kind === 'error' ? result.error.message : 'completed';
  } catch (error) { answer = String(error); }
  console.log(JSON.stringify([name, answer]));
}`;

  function answers(programs: readonly (readonly [string, string, Record<string, string>?])[]) {
    const { path, remove } = folderWith({
      'runner.mjs': runner,
      'programs.json': JSON.stringify(programs),
    });
    const args = ['--no-opt', join(path, 'runner.mjs'), join(path, 'programs.json')];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    remove();
    expect(stderr).toBe('');
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as [string, string]);
  }

  test('brackets nest up to the limit, and no deeper', () => {
    const at = nestings.map(({ name, program }) => [name, program(nestingLimit)] as const);
    const above = nestings.map(({ name, program }) => [name, program(nestingLimit + 1)] as const);
    const tooDeep = `Nesting too deep: more than ${nestingLimit} levels of brackets`;
    expect(answers(at)).toEqual(nestings.map(({ name }) => [name, 'completed']));
    expect(answers(above)).toEqual(nestings.map(({ name }) => [name, tooDeep]));
  });

  test('calls nest up to the limit, and no deeper', () => {
    const tooDeep = `Call depth exceeded, limit: ${depthLimit}`;
    const few = chains.map(({ name, program }) => [name, program(40)] as const);
    const many = chains.map(({ name, program }) => [name, program(depthLimit)] as const);
    expect(answers(few)).toEqual(chains.map(({ name }) => [name, 'completed']));
    expect(answers(many)).toEqual(chains.map(({ name }) => [name, tooDeep]));
  });

  test('a deep file can be loaded from deep within calls', () => {
    const deep = nestings.map(({ program }) => program(nestingLimit)).join('\n');
    const files = { 'deep.repl': deep };
    const calls = chains[0]?.program(60, '(load "deep.repl")') ?? '';
    expect(answers([['load', calls, files]])).toEqual([['load', 'completed']]);
  });
});
