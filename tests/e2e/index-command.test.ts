// `pact index` as a new user tries it.
import { afterAll, describe, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'token.pact':
    '(module token G\r\n  (defcap G () true)\r\n  (defun pay:string (to:string) (shop.f to)))\r\n',
  'bad/broken.pact': '(module broken G (defun',
  'empty/.keep': '',
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });

test('a readable listing', () => {
  const { status, stdout, stderr } = run('index', 'token.pact');
  expect(stdout).toBe(`module token  token.pact:1
  needs shop
  defcap G ()
  defun pay:string (to:string)

Load order
  token  token.pact

Not in these files
  shop
`);
  expect(stderr).toContain('pact: token.pact has 1 error');
  expect(status).toBe(1);
});

test('JSON has standard output to itself', () => {
  const { status, stdout, stderr } = run('index', '--json');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    files: [{ path: 'bad/broken.pact', errors: 1 }, { path: 'token.pact' }],
    modules: [{ name: 'token', place: { line: 1, column: 1 } }],
  });
  expect(stderr).toContain('see pact check bad/broken.pact\n');
});

test('nothing to index', () => {
  expect(run('index', 'empty')).toEqual({
    status: 0,
    stdout: 'There are no modules.\n',
    stderr: '',
  });
});

test.each([
  [['index', '--jsn'], 2, 'pact: unknown option --jsn (did you mean --json?)'],
  [['index', 'none'], 1, 'pact: cannot read none: there is no such file\n'],
])('%j', (args, status, text) => {
  const answer = run(...args);
  expect(answer.stderr).toContain(text);
  expect(answer.status).toBe(status);
});

describe('index, doc and check agree about a project with sources and requirements', () => {
  const project = (token: string) =>
    folderWith({
      'pact.yaml': 'sources: [src]\ntests: [tests]\n',
      'src/token.pact': `(module token G (defcap G () true) (implements payable) ${token})`,
      'src/deep/er/shop.pact':
        '(module shop G (defcap G () true) (defun buy:string () (token.pay)))',
      'requirements/payable.pact': '(interface payable (defun pay:string ()))',
      'tests/token.repl': '(load "../requirements/payable.pact")\n(load "../src/token.pact")',
    });
  const sound = project('(defun pay:string () "paid" "yes")');
  const faulty = project('(defun pay:string () 1)');
  afterAll(sound.remove);
  afterAll(faulty.remove);

  test.each(['check', 'index', 'doc'])('pact %s', (name) => {
    const good = runCommand([name], { cwd: sound.path });
    expect(`${good.status} ${good.stderr}`).toBe('0 ');
    const { status, stderr } = runCommand([name], { cwd: faulty.path });
    expect(`${status} ${stderr}`).toMatch(/^1 [^]*src\/token.pact[^]*\b1 error/);
  });
});
