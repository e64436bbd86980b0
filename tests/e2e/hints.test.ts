// The command's hints for a wrong path, a file of the wrong kind, or an unsuitable option.
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';

const folder = folderWith({
  'tests/token.repl': '(expect "one" 1 1)',
  'contracts/token.pact': '(+ 1 2)',
  'contracts/other.pact': '(+ 1 2)',
  'request.yaml': 'code: (+ 1 2)\n',
  'pact.yaml': 'networks:\n  development: { host: "http://127.0.0.1:1", networkId: development }\n',
});
afterAll(folder.remove);
const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });

test.each([
  [
    ['tests/tokn.repl'],
    'cannot load tests/tokn.repl: there is no such file (did you mean tests/token.repl?)',
  ],
  [
    ['token.repl'],
    'cannot load token.repl: there is no such file (did you mean tests/token.repl?)',
  ],
  [['tests'], 'cannot load tests: it is a directory; pact test tests runs the scripts in it'],
  [['check', 'contract'], 'cannot read contract: there is no such file (did you mean contracts?)'],
  [['test', 'test'], 'cannot read test: there is no such file (did you mean tests?)'],
  [
    ['-a', 'reqest.yaml'],
    'cannot read reqest.yaml: there is no such file (did you mean request.yaml?)',
  ],
  [['request'], 'request is neither a file nor a command (did you mean request.yaml?)'],
])('%j', (args, sentence) => {
  const { status, stderr } = run(...args);
  expect(stderr).toContain(`pact: ${sentence}\n`);
  expect(status).not.toBe(0);
});

test('a request is not a command yet', () => {
  const { status, stderr } = run('send', 'request.yaml', '-n', 'development');
  expect(status).toBe(1);
  expect(stderr).toContain(
    'sign it with pact -a request.yaml > send.json, then run pact send send.json',
  );
  expect(run('send', 'request.yaml')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'Sign a request file first: pact -a request.yaml > send.json',
    ) as string,
  });
});

test('-n names the network of a request', () => {
  const { status, stdout } = run('-a', 'request.yaml', '-n', 'development');
  expect(status).toBe(0);
  expect(stdout).toContain('\\"networkId\\":\\"development\\"');
});

test('-r reports that there is no script', () => {
  const { status, stdout, stderr } = run('-r', 'contracts/token.pact');
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: 'Load successful\n',
    stderr:
      'pact: no script found for contracts/token.pact: there is neither contracts/token.repl ' +
      'nor exactly one .repl file beside it\n',
  });
  expect(run('-r', 'tests/token.repl').stderr).toBe('');
});

test('a key pair may be in a file', () => {
  const key = run('-g').stdout;
  const pairs = folderWith({
    'key.yaml': key,
    'request.yaml': 'code: (+ 1 2)\nkeyPairs: [{ file: key.yaml }]\n',
  });
  const { status, stdout } = runCommand(['-a', join(pairs.path, 'request.yaml'), '-l']);
  pairs.remove();
  const [, publicKey = 'none'] = /^public: (\w+)$/m.exec(key) ?? [];
  expect(status).toBe(0);
  expect(stdout).toContain(publicKey);
  expect(stdout).toMatch(/"sigs":\[\{"sig":"[0-9a-f]{128}"\}\]/);
});
