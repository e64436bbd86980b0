// `pact deploy` against `pact devnet`: a plan, a deployment, an upgrade, other signers, kills, and messages about mistakes.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killDeployments, projectFiles } from '../perf/support/deploy-kills.mjs';
import { folderWith, runCommand } from '../support/command.ts';
import { runCount } from '../support/run-count.ts';
import { sender00, startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

let net: DevnetProcess;
let folder: ReturnType<typeof folderWith>;
let files: Readonly<Record<string, string>>;
beforeAll(async () => {
  net = await startDevnet('--chains', '2');
  files = projectFiles({ version: 1, address: net.address, chains: 2 });
  folder = folderWith(files);
});
afterAll(async () => {
  folder.remove();
  await net.end();
});

const deploy = (...options: readonly string[]) =>
  runCommand(['deploy', '-n', 'development', ...options], { cwd: folder.path });

test('a plan, a deployment that is verified, an upgrade, and nothing to do', () => {
  const planned = deploy('--plan', '--json');
  expect(planned.status, planned.stderr).toBe(0);
  const { chains } = JSON.parse(planned.stdout) as {
    readonly chains: readonly { readonly chain: string; readonly steps: readonly object[] }[];
  };
  expect(chains.map(({ chain }) => chain)).toEqual(['0', '1']);
  expect(chains[0]!.steps).toMatchObject([
    {
      kind: 'keyset',
      action: 'define',
      name: 'free.kill-admin',
      gas: expect.any(Number) as number,
    },
    { kind: 'interface', action: 'install', name: 'free.kill-payable' },
    { kind: 'module', action: 'install', name: 'free.kill-prices', hashNow: null },
    {
      kind: 'module',
      action: 'install',
      name: 'free.kill-shop',
      tables: ['sales', 'runs'],
      forms: 1,
    },
  ]);
  expect(deploy()).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^chains 0, 1: 4 transactions, gas \d+, verified\n$/) as string,
  });
  const upgraded = projectFiles({ version: 2, address: net.address, chains: 2 });
  for (const [name, text] of Object.entries(upgraded)) writeFileSync(join(folder.path, name), text);
  expect(deploy('--plan').stdout).toMatch(
    /^chains 0, 1:\n {2}upgrade module free\.kill-prices \(gas \d+\)\n {6}hash [\w-]{43} -> [\w-]{43}\n {2}upgrade module free\.kill-shop with 1 table/,
  );
  expect(deploy('--json')).toMatchObject({ status: 0 });
  expect(deploy()).toMatchObject({
    status: 0,
    stdout: 'chains 0, 1: nothing to do: everything is deployed\n',
  });
});

test('other signers sign files and return them', () => {
  const yaml = files['pact.yaml']!.replace(
    '{ file: key.yaml }',
    `{ public: ${sender00.publicKey} }`,
  );
  writeFileSync(join(folder.path, 'pact.yaml'), yaml.replace('chains: [0, 1]', 'chains: [0]'));
  const contract =
    '(namespace "free")\n(module signed-later G (defcap G () true) (defun f () 1))\n';
  writeFileSync(join(folder.path, 'contracts/later.pact'), contract);
  const first = deploy();
  expect([first.status, first.stdout]).toEqual([
    1,
    'chain 0: 1 transaction to be signed by others\n',
  ]);
  expect(first.stderr).toMatch(/^pact: 1 file to be signed, the first one is to-sign\//);
  const [name = ''] = readdirSync(join(folder.path, 'to-sign'));
  const input = readFileSync(join(folder.path, 'to-sign', name), 'utf8');
  const signed = runCommand(['add-sig', 'key.yaml'], { cwd: folder.path, input });
  writeFileSync(join(folder.path, 'signed.json'), signed.stdout);
  expect(deploy('signed.json')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^chain 0: 1 transaction, gas \d+, verified\n$/) as string,
  });
});

test('migrations run once, with the upgrade, and the chain records them', () => {
  const bank = (version: number): string => `(namespace "free")
(module limits G (defcap G () true)
  (defschema account balance:decimal${version === 1 ? '' : ' limit:decimal'})
  (deftable accounts:{account})
  ${
    version === 1
      ? '(defun open (id) (insert accounts id {"balance": 1.0}))'
      : `(defun has-limit (id) (contains "limit" (read accounts id)))
  (defun migrated () (fold (and) true (map (has-limit) (keys accounts))))
  (defun add-limit (id) (require-capability (G)) (update accounts id {"limit": 10.0}))
  (defun migrate () (with-capability (G) (map (add-limit) (keys accounts))))`
  })
${version === 1 ? '(open "ann")\n(open "bob")' : ''}`;
  const yaml = files['pact.yaml']!.replace('chains: [0, 1]', 'chains: [0]');
  const migrations =
    'migrations:\n  - { file: migrations/limits.pact, module: free.limits, done: (migrated) }\n';
  const other = folderWith({
    'pact.yaml': yaml,
    'key.yaml': files['key.yaml']!,
    'data.json': files['data.json']!,
    'contracts/limits.pact': bank(1),
    'migrations/limits.pact': '; Accounts get a limit.\n(migrate)\n',
  });
  const run = (...options: readonly string[]) =>
    runCommand(['deploy', '-n', 'development', ...options], { cwd: other.path });
  expect(run()).toMatchObject({ status: 0 });
  writeFileSync(join(other.path, 'pact.yaml'), `${yaml}${migrations}`);
  writeFileSync(join(other.path, 'contracts/limits.pact'), bank(2));
  expect(run('--plan').stdout).toMatch(
    /^chain 0:\n {2}upgrade module free\.limits with 1 migration \(migrations\/limits\.pact\) \(gas \d+\)\n/,
  );
  expect(run().stdout).toMatch(/^chain 0: 1 transaction, gas \d+, verified\n$/);
  // Another machine has no log of this run.
  rmSync(join(other.path, '.pact'), { recursive: true });
  expect(run().stdout).toBe('chain 0: nothing to do: everything is deployed\n');
  writeFileSync(
    join(other.path, 'pact.yaml'),
    `${yaml}${migrations.replace('(migrated)', '(not (migrated))')}`,
  );
  expect(run()).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(
      /migrate free\.limits: migrations\/limits\.pact: .*done is still false after the migration/,
    ) as string,
  });
  writeFileSync(
    join(other.path, 'pact.yaml'),
    `${yaml}${migrations.replace('limits.pact', 'l.pact')}`,
  );
  expect(run().stderr).toMatch(
    /^pact\.yaml:\d+:13: the migration migrations\/l\.pact cannot be read: there is no such file\n/,
  );
  other.remove();
});

test('mistakes are reported with their position', () => {
  const say = (
    changed: Readonly<Record<string, string>>,
    ...options: readonly string[]
  ): string => {
    const other = folderWith({ ...files, ...changed });
    const { status, stdout, stderr } = runCommand(['deploy', '-n', 'development', ...options], {
      cwd: other.path,
    });
    other.remove();
    return `${status}: ${stderr}${stdout}`;
  };
  const yaml = files['pact.yaml']!;
  expect(say({ 'pact.yaml': yaml.replace('    sender: sender00\n', '') })).toBe(
    '1: pact: networks.development.sender is missing in pact.yaml: pact deploy needs it to pay the gas\n',
  );
  expect(say({ 'pact.yaml': yaml.replace('file: key', 'file: other') })).toBe(
    '1: pact.yaml:8:15: the key file other.yaml cannot be read: there is no such file. Make one with pact ' +
      'key generate --out other.yaml\n',
  );
  expect(say({ 'pact.yaml': yaml.replace('file: key', 'filet: key') })).toMatch(
    /^1: pact\.yaml:8:17: an item of networks\.development\.signers\.filet is not known \(did you mean file\?\)/,
  );
  expect(
    say({ 'contracts/wrong.pact': '(namespace "nowhere")\n(module w G (defcap G () true))' }),
  ).toMatch(/chains 0, 1: install module nowhere\.w: Namespace not found: nowhere\n$/);
  expect(say({ 'contracts/wrong.pact': '(module w G (defcap G () (nothing.f)))' })).toMatch(
    /there is no module nothing on chain 0 of development at http/,
  );
  expect(say({ 'contracts/wrong.pact': '(module w G' })).toMatch(
    /^1: contracts\/wrong\.pact:1: it cannot be read: /,
  );
  expect(
    say({ 'pact.yaml': yaml.replace('networkId: development', 'networkId: mainnet01') }),
  ).toMatch(/answered 404: there is no .*mainnet01/);
  expect(say({}, '--chain', '7')).toBe(
    '1: pact: development of pact.yaml has no chain 7: it has 0, 1\n',
  );
  expect(runCommand(['deploy'], { cwd: folder.path }).stderr).toMatch(
    /^pact: pact deploy needs --network/,
  );
});

test('a deployment that is killed ends like an undisturbed one', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pact-deploy-kills-'));
  const kills = runCount(2);
  const done = await killDeployments({ chains: 3, kills, seed: 7, folder: scratch });
  rmSync(scratch, { recursive: true });
  expect(done.kills).toBe(kills);
  expect(done.killed).toEqual(done.undisturbed);
  expect(done.undisturbed).toHaveLength(3);
  for (const state of done.undisturbed) expect(state).not.toContain('failure');
});
