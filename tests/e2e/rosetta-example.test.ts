// The program of docs/rosetta.md makes a transfer on `pact devnet --rosetta`.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startDevnet } from '../support/devnet-process.ts';
import { root } from '../support/project-files.ts';

type Account = { readonly account: string; readonly secretKey: string };

test('the program of the documentation makes a transfer', async () => {
  const page = readFileSync(join(root, 'docs/rosetta.md'), 'utf8');
  const program = /```js\n([^]*?)```/.exec(page)?.[1];
  const folder = mkdtempSync(join(tmpdir(), 'pact-rosetta-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'transfer.mjs');
  writeFileSync(file, program ?? '');
  const devnet = await startDevnet('--rosetta', '--accounts', '1');
  onTestFinished(() => void devnet.end());
  const { accounts } = JSON.parse(devnet.output().split('\n')[0] ?? '') as {
    accounts: readonly Account[];
  };
  const { account, secretKey } = accounts.find((each) => each.account.startsWith('k:'))!;
  const receiver = `k:${'ab'.repeat(32)}`;
  const base = `${devnet.address}/multichain/0.0/development`;
  const given = [file, `${base}/rosetta`, secretKey, receiver, '1500000000000'];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  const [debit, credit, hash] = stdout.trim().split('\n');
  expect([debit, credit]).toEqual([`${account} -1500000000000`, `${receiver} 1500000000000`]);
  const response = await fetch(`${base}/chain/0/pact/api/v1/listen`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ listen: hash }),
  });
  expect(await response.json()).toMatchObject({ reqKey: hash, result: { status: 'success' } });
});
