// `pact export` as a process, beside a development network: its rows as lines of JSON, its messages and its ends.
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { command, runProcess } from '../support/command.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';

type Row = { readonly row?: string; readonly remove?: unknown; readonly [name: string]: unknown };

let net: DevnetProcess;
/** That of the newest blocks, which both chains have. */
let height: number;
beforeAll(async () => {
  // One block at the start; the next ones only when they are asked for.
  net = await startDevnet('--chains', '2', '--block-time', '86400');
  controlled('mine', '3');
  const cut = await fetch(`${net.address}/multichain/0.0/development/cut`);
  const { hashes } = (await cut.json()) as { hashes: Record<string, { height: number }> };
  height = hashes['0']!.height;
  expect(hashes['1']!.height).toBe(height);
});
afterAll(async () => {
  await net.end();
});

function controlled(...words: readonly string[]): void {
  const { port } = new URL(net.control);
  const { status, stderr } = runProcess(['devnet', ...words, '--control-port', port, '--json']);
  if (status !== 0) throw new Error(stderr);
}

const rowsOf = (text: string): readonly Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);

const run = (...more: readonly string[]) =>
  runProcess(['export', '--node', net.address, '--to', '-', ...more]);

test('prints the rows of all blocks, and how many they are', () => {
  const { status, stdout, stderr } = run();
  const count = `Exported ${2 * (height + 1)} blocks, `;
  expect(stderr).toMatch(
    new RegExp(`^${count}\\d+ transactions, \\d+ events, \\d+ transfers\\.\n$`),
  );
  expect(status).toBe(0);
  const blocks = rowsOf(stdout).filter(({ row }) => row === 'block');
  for (const id of [0, 1]) {
    const heights = blocks.filter(({ chain }) => chain === id).map((block) => block['height']);
    expect(heights).toEqual(Array.from({ length: height + 1 }, (_, i) => i));
  }
});

test('begins at a height of one chain, and can be silent', () => {
  const { status, stdout, stderr } = run('--chains', '1', '--from', String(height - 1), '--quiet');
  expect([status, stderr]).toEqual([0, '']);
  const blocks = rowsOf(stdout).filter(({ row }) => row === 'block');
  expect(blocks.map((block) => [block['chain'], block['height']])).toEqual([
    [1, height - 1],
    [1, height],
  ]);
});

test('follows new blocks and reorganisations, and ends at Ctrl-C', async () => {
  controlled('snapshot');
  const child = spawn(process.execPath, [
    command,
    ...[
      'export',
      '--node',
      net.address,
      '--to',
      '-',
      '--follow',
      '--chains',
      '0',
      '--from',
      String(height),
    ],
  ]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  await vi.waitFor(() => expect(stderr).toContain('Following'), 60_000);
  controlled('mine', '2');
  await vi.waitFor(
    () => expect(stdout).toContain(`"row":"block","chain":0,"height":${height + 2},`),
    60_000,
  );
  controlled('revert');
  // Other blocks: they have another time.
  controlled('travel', '60');
  await vi.waitFor(
    () => expect(stdout).toContain(`{"remove":{"chain":0,"above":${height}}}`),
    60_000,
  );
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(stderr).toContain('Stopping after what is being written');
  // Applied one after the other, the lines leave one chain of blocks.
  const line: Row[] = [];
  for (const each of rowsOf(stdout)) {
    if (each.remove !== undefined) line.length = 1;
    if (each.row !== 'block') continue;
    expect(each['height']).toBe(height + line.length);
    const before = line.at(-1);
    if (before !== undefined) expect(each['parent']).toBe(before['hash']);
    line.push(each);
  }
  expect(line.length).toBeGreaterThan(1);
});

test.each([
  [
    ['--chains', '0,7'],
    /^pact: the network development has no chain 7 at http:\/\/127\.0\.0\.1:\d+: it has 0, 1\n$/,
  ],
  [
    ['--node', 'http://127.0.0.1:65533'],
    /^pact: cannot reach http:\/\/127\.0\.0\.1:65533: the connection was refused\. Check the address of --node/,
  ],
])('reports the mistake %j', (options, message) => {
  const { status, stdout, stderr } = run(...options);
  expect(stderr).toMatch(message);
  expect([status, stdout]).toEqual([1, '']);
});

test.each([
  [['export'], /needs --to/],
  [['export', '--to', '-', '--chains', 'all'], /takes chains such as 0,1,2, not all/],
  [['export', '--to', '-', '--node', 'localhost'], /takes the address of a node/],
])('refuses %j', (args, message) => {
  const { status, stderr } = runProcess(args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});
