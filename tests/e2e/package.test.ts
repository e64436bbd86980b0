// The package contains everything that its documents refer to. `npm run test:package` installs it.
import { dirname, join } from 'node:path/posix';
import { afterAll, expect, test } from 'vitest';
import { commands } from '../../src/apps/cli/commands/index.ts';
import { folderWith, runCommand } from '../support/command.ts';
import { projectFiles, read, root } from '../support/project-files.ts';

const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };
const isPacked = (path: string): boolean =>
  ['package.json', ...files].some((each) => path === each || path.startsWith(`${each}/`));
const documents = projectFiles.filter((path) => path.endsWith('.md') && isPacked(path));

test.each(documents)('the links of %s lead to files of the package', (path) => {
  const prose = read(path).replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  const targets = [...prose.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, target = '']) => target);
  const missing = targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(path), decodeURI(target)))
    .filter((target) => !isPacked(target.replace(/\/$/, '')));
  expect(missing).toEqual([]);
});

test('documents that a help text names exist, and it says where', () => {
  const helps = [['--help'], ...commands.map(({ name }) => [name, '--help'])].map(
    (args) => runCommand(args).stdout,
  );
  const named = helps.flatMap((help) => help.match(/\bdocs\/[\w-]+\.(?:md|json)/g) ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !projectFiles.includes(path))).toEqual([]);
  for (const help of helps) {
    if (/\bdocs\/[\w-]+\.md/.test(help)) expect(help).toContain(join(root, 'docs'));
  }
});

test('installing it runs no script of the build', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
  const run = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(Object.keys(scripts).filter((name) => run.includes(name))).toEqual([]);
});

const folder = folderWith({
  'counter.pact': codeAfter('A contract, `counter.pact`:'),
  'test.repl': codeAfter('A script, `test.repl`,'),
});
afterAll(folder.remove);

test("the README's script runs", () => {
  expect(runCommand(['test.repl'], { cwd: folder.path })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Load successful\n$/) as string,
    stderr: '',
  });
});

function codeAfter(words: string): string {
  const readme = read('README.md');
  const [, code = ''] = /^```\w*\n([^]*?)^```$/m.exec(readme.slice(readme.indexOf(words))) ?? [];
  return code;
}
