// The packed extension: it contains what the manifest names, is reproducible byte for byte, and its server answers.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { read, root } from '../support/project-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-vsix-'));
afterAll(() => rmSync(folder, { recursive: true }));

function pack(name: string): Buffer {
  const file = join(folder, name);
  execFileSync(process.execPath, ['lsp/vscode/package.mjs', file], { cwd: root });
  return readFileSync(file);
}

const packed = pack('first.vsix');
const files = new Map(Object.entries(unzipSync(packed)));
const textOf = (path: string): string => strFromU8(files.get(path) ?? new Uint8Array());

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly main: string;
  readonly icon: string;
  readonly contributes: Readonly<Record<string, unknown>>;
};
const manifest = JSON.parse(textOf('extension/package.json')) as Manifest;

test('the same sources give the same bytes', () => {
  expect(pack('second.vsix').equals(packed)).toBe(true);
});

test('it contains every file that the manifest names', () => {
  const named = new Set([manifest.main, manifest.icon]);
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && /^\.\/|^walkthrough\//.test(value)) named.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(manifest.contributes);
  expect(named.size).toBeGreaterThan(8);
  const missing = [...named].filter((path) => !files.has(`extension/${path.replace('./', '')}`));
  expect(missing).toEqual([]);
});

test('the walkthrough waits for events that VS Code has', () => {
  const kinds = ['onCommand', 'onContext', 'onExtensionInstalled', 'onLink', 'onSettingChanged'];
  const known = new RegExp(`^(${[...kinds, 'onView'].join('|')}):|^stepSelected$`);
  const { walkthroughs } = manifest.contributes as {
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly completionEvents: readonly string[] }[];
    }[];
  };
  const events = walkthroughs.flatMap(({ steps }) =>
    steps.flatMap(({ completionEvents }) => completionEvents),
  );
  expect(events.length).toBeGreaterThan(2);
  for (const event of events) expect(event).toMatch(known);
});

test('the two files of the format name existing files', () => {
  const types = textOf('[Content_Types].xml');
  const endings = new Set([...files.keys()].map((path) => path.split('.').at(-1)));
  endings.delete('xml');
  for (const ending of endings) expect(types).toContain(`Extension=".${ending}"`);
  const description = textOf('extension.vsixmanifest');
  for (const [, path] of description.matchAll(/Path="([^"]+)"/g))
    expect(files.has(path!)).toBe(true);
  expect(description).toContain(`Version="${manifest.version}"`);
});

test('it has the version of the package, no placeholder and no path of this machine', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(manifest.version).toBe(version);
  expect(textOf('extension/dist/extension.cjs')).not.toContain(root);
});

test('the icon is a PNG of 128 by 128', () => {
  const bytes = Buffer.from(files.get('extension/icon.png') ?? []);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([128, 128]);
});

test('the bundled command runs on its own', async () => {
  for (const [path, content] of files) {
    const target = join(folder, 'unpacked', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  const script = join(folder, 'unpacked/extension/pact/cli.js');
  const answer = spawnSync(process.execPath, [script], { input: '(+ 1 2)\n', encoding: 'utf8' });
  expect(answer.stdout.trim()).toBe('3');
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  const frame = `Content-Length: ${body.length}\r\n\r\n${body}`;
  const server = spawn(process.execPath, [script, 'lsp', '--stdio'], { stdio: 'pipe' });
  server.stdin.write(frame);
  const [first] = (await once(server.stdout, 'data')) as [Buffer];
  server.stdin.end();
  await once(server, 'exit');
  expect(first.toString()).toContain('Content-Length');
  expect(first.toString()).toContain('"capabilities"');
});
