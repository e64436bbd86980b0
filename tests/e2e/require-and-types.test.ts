// `pact require` and `pact types` against `pact devnet`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { folderWith, runCommand } from '../support/command.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

let net: DevnetProcess;
let folder: ReturnType<typeof folderWith>;
beforeAll(async () => {
  net = await startDevnet('--chains', '1');
  folder = folderWith({
    'pact.yaml': `# Mine.
sources: [contracts]
networks:
  development:
    host: ${net.address}/chainweb/0.0/{networkId}/chain/{chainId}/pact
    networkId: development
`,
    'contracts/wallet.pact': `(module wallet G
  (defcap G () true)
  (defun balance:decimal (account:string) (coin.get-balance account)))
`,
    'wallet.repl': `(load "requirements/fungible-v2.pact")
(load "requirements/fungible-xchain-v1.pact")
(load "requirements/coin.pact")
(load "contracts/wallet.pact")
(expect "coin is there" "coin" (at 'name (describe-module 'coin)))
`,
  });
});
afterAll(async () => {
  folder.remove();
  await net.end();
});

const run = (...args: readonly string[]) => runCommand(args, { cwd: folder.path });
const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');

test('modules are fetched with their dependencies, pinned, checked, and loaded by scripts', () => {
  expect(run('types', 'wallet').stderr).toBe(
    'pact: the required module coin is missing: fetch it with pact require coin -n NETWORK\n',
  );
  const fetched = run('require', 'coin', '--network', 'development');
  expect(fetched.status, fetched.stderr).toBe(0);
  expect(fetched.stdout).toMatch(/\d modules in requirements, pinned in pact-lock\.json\n$/);
  expect(readdirSync(join(folder.path, 'requirements'))).toContain('coin.pact');
  expect(read('pact.yaml')).toMatch(
    /^# Mine\.[^]*requirements:\n {2}coin: \{ network: development, chain: '0' \}\n$/,
  );
  expect(run('require').stdout).toMatch(
    /^nothing to fetch: \d modules, matching pact-lock\.json\n$/,
  );
  expect(run('require', '--check').status).toBe(0);
  const script = run('wallet.repl');
  expect(script.status, script.stdout + script.stderr).toBe(0);
  expect(run('check', 'wallet.repl').status).toBe(0);
});

test('files changed by hand, or different from the network, are reported', () => {
  const coin = read('requirements/coin.pact');
  writeFileSync(join(folder.path, 'requirements/coin.pact'), `${coin} `);
  writeFileSync(join(folder.path, 'requirements/mine.pact'), '');
  expect(run('require', '--check', '--offline')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'pact: requirements/coin.pact was changed after it was fetched\n' +
      'pact: requirements/mine.pact is not in pact-lock.json\n',
  });
  writeFileSync(join(folder.path, 'requirements/mine.pact'), '(+ 1 2)');
  expect(run('require').status).toBe(0);
  expect(read('requirements/coin.pact')).toBe(coin);
  const lock = read('pact-lock.json');
  const other = lock.replace(/("name": "coin",\s+"hash": ")[\w-]{43}/, `$1${'A'.repeat(43)}`);
  writeFileSync(join(folder.path, 'pact-lock.json'), other);
  expect(run('require', '--check').stderr).toMatch(
    /pact: coin has the hash [\w-]{43} on development now, but A{43} in pact-lock\.json\n/,
  );
  writeFileSync(join(folder.path, 'requirements/coin.pact'), '');
  expect(run('require').stderr).toMatch(/to accept the new one, run pact require --update\n$/);
  expect(run('require', '--update').status).toBe(0);
  expect(read('pact-lock.json')).toBe(lock);
  expect(run('require', 'nothing', '-n', 'development').stderr).toMatch(
    /^pact: there is no module nothing on chain 0 of development at http/,
  );
  expect(run('require', 'coin').stderr).toMatch(/^pact: pact require coin needs --network/);
});

test('types of a module of the project, and of the network, show when they are out of date', () => {
  const made = run('types', 'wallet');
  expect(made).toMatchObject({ status: 0, stdout: 'types/wallet.ts\n' });
  expect(read('types/wallet.ts')).toContain(
    'balance: (account: string | PactCode): PactCall<DecimalResult>',
  );
  expect(run('types', 'wallet', '--check').status).toBe(0);
  const contract = join(folder.path, 'contracts/wallet.pact');
  writeFileSync(contract, readFileSync(contract, 'utf8').replace('balance:', 'funds:'));
  expect(run('types', 'wallet', '--check')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^pact: types\/wallet\.ts is out of date: the module has the hash [\w-]{43}, and the file is for [\w-]{43}\n$/,
    ) as string,
  });
  expect(run('types', 'coin', '-n', 'development', '-o', 'app').status).toBe(0);
  expect(existsSync(join(folder.path, 'app/coin.ts'))).toBe(true);
  expect(read('app/coin.ts')).toContain(
    'TRANSFER: (sender: string, receiver: string, amount: PactDecimal)',
  );
  expect(run('types', 'walet').stderr).toBe(
    'pact: the project has no module walet (did you mean wallet?)\n',
  );
});

test('types of a module have the schemas of an interface in requirements, and its events', () => {
  const project = folderWith({
    'pact.yaml': 'sources: [contracts]\n',
    'requirements/accounts.pact':
      '(interface accounts (defschema details name:string) (defun find:object{details} (a:string)))',
    'contracts/book.pact': `(module book G
  (defcap G () true)
  (implements accounts)
  (defcap WAS_FOUND:bool (a:string) @event true)
  (defun find:object{accounts.details} (a:string) { "name": a }))`,
  });
  try {
    const { status, stderr } = runCommand(['types', 'book'], { cwd: project.path });
    expect(`${status} ${stderr}`).toBe('0 ');
    const text = readFileSync(join(project.path, 'types/book.ts'), 'utf8');
    expect(text).toContain('find: (a: string | PactCode): PactCall<Details>');
    expect(text).toContain('export type WasFoundEvent = {');
  } finally {
    project.remove();
  }
});
