// Networks of pact.yaml: requests made for one of them, and sending signed commands.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { startPactServer, type PactServer } from '../support/pact-server.ts';

const request = (code: string): string =>
  `code: '${code}'\nkeyPairs: [{ secret: ${'ab'.repeat(32)} }]\n` +
  'publicMeta: { sender: alice, gasLimit: 1000, gasPrice: 1.0e-8 }\n';

let server: PactServer;
let folder: ReturnType<typeof folderWith>;
beforeAll(async () => {
  server = await startPactServer();
  folder = folderWith({
    'pact.yaml': `networks:
  development: { host: "${server.address}", networkId: development, chains: ["0", "1"] }
  testnet: { host: "${server.address}", networkId: testnet04, chains: [5] }
  nodes: { host: "http://127.0.0.1:1/{networkId}/{chainId}", networkId: mainnet01 }
`,
    'sum.yaml': request('(+ 1 2)'),
    'wrong.yaml': request('(enforce false "no")'),
    'elsewhere.yaml': `${request('1')}networkId: mainnet01\n`,
    'unsigned.yaml': `code: (+ 1 2)\nsigners: [{ public: ${'ab'.repeat(32)} }]\n`,
    'alone/sum.yaml': request('(+ 1 2)'),
  });
});
afterAll(async () => {
  folder.remove();
  await server.end('SIGINT');
});

const run = (args: readonly string[], input = '') => runCommand(args, { cwd: folder.path, input });
const made = (...args: readonly string[]): string => run(['-a', ...args]).stdout;

/** Returns the only command of a batch. */
function commandIn(text: string): { readonly cmd: string; readonly hash: string } {
  const { cmds } = JSON.parse(text) as { cmds: [{ cmd: string; hash: string }] };
  return cmds[0];
}
const cmdOf = (text: string): unknown => JSON.parse(commandIn(text).cmd);

test('a request takes settings from its network', () => {
  const development = made('sum.yaml', '--network', 'development', '--chain', '1');
  expect(cmdOf(development)).toMatchObject({ networkId: 'development', meta: { chainId: '1' } });
  expect(cmdOf(made('sum.yaml', '--network', 'testnet'))).toMatchObject({
    networkId: 'testnet04',
    meta: { chainId: '5', sender: 'alice', gasLimit: 1000 },
  });
  const unsigned = run(['-u', 'unsigned.yaml', '--network', 'testnet']).stdout;
  expect(unsigned).toContain('"networkId":"testnet04"');
});

test.each([
  [
    ['sum.yaml', '--network', 'devlopment'],
    'pact: there is no network devlopment (did you mean development?): pact.yaml has development, testnet, nodes',
  ],
  [
    ['sum.yaml', '--network', 'development'],
    'sum.yaml: publicMeta.chainId is missing, and development has chains 0, 1: choose one with --chain',
  ],
  [
    ['sum.yaml', '--network', 'testnet', '--chain', '0'],
    'sum.yaml: testnet of pact.yaml has no chain 0: it has 5',
  ],
  [
    ['elsewhere.yaml', '--network', 'testnet'],
    'elsewhere.yaml: networkId is mainnet01, but the network testnet has testnet04',
  ],
])('an unsuitable request is refused: %j', (args, sentence) => {
  expect(run(['-a', ...args])).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
});

test('commands are sent, and their results waited for', () => {
  const sent = run(['send', '-n', 'testnet', '-w'], made('sum.yaml', '--network', 'testnet'));
  expect(sent).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(sent.stdout)).toMatchObject({
    result: { status: 'success', data: { int: 3 } },
  });
});

test('without --wait the request key is shown, and a command is accepted only once', () => {
  const text = made('sum.yaml', '--network', 'testnet');
  writeFileSync(join(folder.path, 'send.json'), text);
  const key = `${commandIn(text).hash}\n`;
  expect(run(['send', '-n', 'testnet', 'send.json'])).toEqual({
    status: 0,
    stdout: key,
    stderr: '',
  });
  const again = run(['send', '-n', 'testnet', 'send.json']);
  expect(again).toMatchObject({ status: 1, stdout: '' });
  expect(again.stderr).toContain(`${server.address} answered 400: Request key: ${key.trim()} has`);
});

test('results are polled by request key, later', () => {
  const text = made('sum.yaml', '--network', 'testnet');
  const other = made('wrong.yaml', '--network', 'testnet');
  const [key, failing] = [text, other].map((each) => commandIn(each).hash) as [string, string];
  const none = run(['poll', '-n', 'testnet', key]);
  expect(none).toEqual({ status: 1, stdout: '', stderr: `pact: ${key} has no result yet\n` });
  const sent = run(['send', '-n', 'testnet'], text).stdout;
  const waited = run(['poll', '-n', 'testnet', '--wait', '-'], sent);
  expect(waited).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(waited.stdout)).toMatchObject({ reqKey: key, result: { data: { int: 3 } } });

  run(['send', '-n', 'testnet', '--wait'], other);
  const both = run(['poll', '--host', server.address, failing, key, failing]);
  expect(both).toMatchObject({ status: 1, stderr: '' });
  const shown = both.stdout.trimEnd().split('\n');
  expect(shown.map((line) => (JSON.parse(line) as { reqKey: string }).reqKey)).toEqual([
    failing,
    key,
  ]);
});

test('waiting for a key that is never sent ends with a message', () => {
  const key = 'A'.repeat(43);
  const { status, stdout, stderr } = run(['poll', '-n', 'testnet', '-w', '--timeout', '1', key]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(`pact: ${key} has no result after 1 s\n`);
});

const anyKey = 'A'.repeat(43);
test.each([
  [['-n', 'testnet'], 'pact: (stdin) has no request keys'],
  [
    ['-n', 'testnet', 'abc'],
    'pact: abc is not a request key: it must have 43 letters, digits, - and _',
  ],
  [
    ['-n', 'testnet', '--chain', '7', anyKey],
    'pact: testnet of pact.yaml has no chain 7: it has 5',
  ],
  [
    ['-n', 'nodes', anyKey],
    'http://127.0.0.1:1/{networkId}/{chainId} needs a chain: choose one with',
  ],
  [['--host', 'http://127.0.0.1:1/{networkId}', anyKey], 'needs a network: write its id in place'],
  [['-n', 'nodes', '--chain', '1', anyKey], 'pact: cannot reach http://127.0.0.1:1/mainnet01/1: '],
])('an invalid poll is refused: pact poll %j', (args, sentence) => {
  const { status, stdout, stderr } = run(['poll', ...args]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(sentence);
});

test('a failed command is shown with its error and sets the exit status', () => {
  for (const how of ['-w', '--local']) {
    const sent = run(['send', '--host', server.address, how], made('wrong.yaml'));
    expect(sent).toMatchObject({ status: 1, stderr: '' });
    expect(JSON.parse(sent.stdout)).toMatchObject({ result: { error: { message: 'no' } } });
  }
});

test.each([
  ['', 'pact: (stdin): the input is not JSON: it ends too early at character 0\n'],
  ['{"cmds":[]}', 'pact: (stdin): cmds is empty\n'],
  ['[]', 'pact: (stdin): the JSON must be an object, but it is a list\n'],
  [
    'hash: abc\nsigs: {}\n',
    /It looks like a signature file: complete it with pact add-sig or combine-sigs/,
  ],
])('what cannot be sent is refused: %j', (input, expected) => {
  const { status, stdout, stderr } = run(['send', '-n', 'testnet'], input);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  if (typeof expected === 'string') expect(stderr).toBe(expected);
  else expect(stderr).toMatch(expected);
});

test('a command changed after signing, or for another network, is not sent', () => {
  const text = made('sum.yaml', '--network', 'testnet');
  expect(run(['send', '-n', 'testnet'], text.replace('+ 1 2', '+ 1 3')).stderr).toContain(
    'Hash Mismatch',
  );
  expect(run(['send', '-n', 'development'], text).stderr).toContain(
    'networkId is testnet04, but the network development has development',
  );
});

test.each([
  [['send', 'a.json'], 'pact send needs --network or --host: the server to send to'],
  [['send', '-n', 'a', '--host', 'http://a'], 'use --network or --host, not both'],
  [['send', '--host', 'ftp://a'], 'the option --host takes an address that begins with http://'],
  [['send', '-n', 'a', '-l', '-w'], 'with --local there is nothing to wait for'],
  [['send', '-n', 'a', '--timeout', '5'], 'the option --timeout needs --wait'],
  [['poll', 'a'], 'pact poll needs --network or --host: the server to ask'],
  [['poll', '-n', 'a', '--timeout', '5', 'a'], 'the option --timeout needs --wait'],
  [['poll', '-n', 'a', '--chain', 'one', 'a'], 'the option --chain takes the number of a chain'],
  [['--network', 'a'], 'the option --network needs --apireq or --unsigned'],
  [['-a', 'sum.yaml', '--chain', '1'], 'the option --chain needs --network'],
])('wrong usage: %j', (args, sentence) => {
  const { status, stderr } = run(args);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
});
