// The extension in a simulated VS Code: it starts the client, registers what its manifest declares, and disposes of
// everything.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { read, root } from '../../../support/project-files.ts';
import type * as stub from '../../../support/vscode-stub.ts';

type Extension = {
  readonly activate: (context: unknown) => Promise<void>;
  readonly deactivate: () => Promise<void>;
  readonly recorded: stub.Recorded;
  readonly Uri: typeof stub.Uri;
};

const folder = mkdtempSync(join(tmpdir(), 'pact-extension-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stubPath = join(root, 'tests/support/vscode-stub.ts');
const bundle = join(folder, 'extension.mjs');
await build({
  stdin: {
    contents: `export * from './lsp/vscode/src/extension.ts'; export { recorded, Uri } from ${JSON.stringify(stubPath)};`,
    resolveDir: root,
  },
  alias: { vscode: stubPath, 'vscode-languageclient/node': stubPath },
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: bundle,
  // The stub does not have what only test runs need.
  logLevel: 'error',
});
const { activate, deactivate, recorded, Uri } = (await import(
  pathToFileURL(bundle).href
)) as Extension;

mkdirSync(join(folder, 'pact'));
writeFileSync(join(folder, 'pact', 'cli.js'), '');

type Context = { readonly extensionPath: string; readonly subscriptions: stub.Disposable[] };

const newContext = (): Context => ({ extensionPath: folder, subscriptions: [] });

async function leave({ subscriptions }: Context): Promise<void> {
  for (const each of subscriptions) each.dispose();
  await deactivate();
}

beforeEach(() => {
  recorded.clients.length = 0;
  recorded.messages.length = 0;
  recorded.debugged.length = 0;
  recorded.breakpoints.length = 0;
  recorded.tasks.length = 0;
  recorded.settings.clear();
  recorded.isTrusted = true;
  recorded.canDebug = true;
});

test('it starts the server of the extension, and stops it', async () => {
  const context = newContext();
  await activate(context);
  expect(recorded.clients).toEqual([
    {
      state: 'started',
      command: process.execPath,
      args: [join(folder, 'pact', 'cli.js'), 'lsp', '--stdio'],
    },
  ]);
  await leave(context);
  expect(recorded.clients[0]?.state).toBe('disposed');
});

test('it registers the commands, debuggers and tasks of its manifest, and disposes of all', async () => {
  type Contributes = {
    readonly commands: readonly { readonly command: string }[];
    readonly debuggers: readonly { readonly type: string }[];
    readonly taskDefinitions: readonly { readonly type: string }[];
  };
  const { contributes } = JSON.parse(read('lsp/vscode/package.json')) as {
    readonly contributes: Contributes;
  };
  const context = newContext();
  await activate(context);
  for (const { command } of contributes.commands)
    expect(recorded.live).toContain(`command ${command}`);
  for (const { type } of contributes.debuggers) expect(recorded.live).toContain(`debugger ${type}`);
  for (const { type } of contributes.taskDefinitions)
    expect(recorded.live).toContain(`tasks ${type}`);
  expect([...recorded.commands.keys()].sort()).toEqual(
    contributes.commands.map(({ command }) => command).sort(),
  );
  await leave(context);
  expect([...recorded.live]).toEqual([]);
});

test('a restart ends the old client before the new one starts', async () => {
  const context = newContext();
  await activate(context);
  await recorded.commands.get('pact.restartServer')?.();
  expect(recorded.clients.map(({ state }) => state)).toEqual(['disposed', 'started']);
  await leave(context);
});

test('a wrong setting is reported and starts nothing', async () => {
  recorded.settings.set('server.path', '/nowhere');
  const context = newContext();
  await activate(context);
  expect(recorded.clients).toEqual([]);
  expect(recorded.messages).toEqual([
    'The setting pact.server.path must be dist/cli.js or a folder that contains it, not "/nowhere".',
  ]);
  await leave(context);
});

test('running a file runs the command in a task', async () => {
  const context = newContext();
  await activate(context);
  await recorded.commands.get('pact.runFile')?.(Uri.file('/project/a.pact'));
  expect(recorded.tasks.map(({ execution }) => execution.args.slice(1))).toEqual([
    ['--trace', '--findscript', '/project/a.pact'],
  ]);
  await recorded.commands.get('pact.runFile')?.(Uri.file('/elsewhere/a.repl'));
  // A file outside the workspace runs in a task of the whole workspace.
  expect(recorded.tasks.map(({ scope }) => scope)).toMatchObject([{ name: 'project' }, 2]);
  await leave(context);
});

test('debugging starts the debugger at the line of the code lens', async () => {
  const context = newContext();
  await activate(context);
  await recorded.commands.get('pact.debugTransaction')?.('file:///project/a.repl', 7);
  expect(recorded.debugged).toMatchObject([
    { type: 'pact', request: 'launch', program: '/project/a.repl', stopOnEntry: false },
  ]);
  expect(recorded.breakpoints).toMatchObject([{ location: { position: { line: 7 } } }]);
  // The listeners for the end of a session are removed at the end of this session, not of another one.
  recorded.events.get('debug ended')?.({ configuration: { program: '/project/b.repl' } });
  expect(recorded.breakpoints).toHaveLength(1);
  recorded.events.get('debug ended')?.({ configuration: { program: '/project/a.repl' } });
  expect(recorded.breakpoints).toEqual([]);
  await leave(context);
});

test('a session that does not start leaves no breakpoint', async () => {
  recorded.canDebug = false;
  const context = newContext();
  await activate(context);
  await recorded.commands.get('pact.debugTransaction')?.('file:///project/a.repl', 7);
  expect(recorded.debugged).toHaveLength(1);
  expect(recorded.breakpoints).toEqual([]);
  await leave(context);
  expect([...recorded.live]).toEqual([]);
});

test('without trust nothing runs, and settings of the workspace start nothing', async () => {
  recorded.isTrusted = false;
  recorded.settings.set('server.path', '/project/evil.js');
  const context = newContext();
  await activate(context);
  for (const name of ['runFile', 'runTransaction', 'debugFile', 'debugTransaction']) {
    await recorded.commands.get(`pact.${name}`)?.();
  }
  expect([recorded.tasks, recorded.debugged]).toEqual([[], []]);
  expect(recorded.clients.map(({ args }) => args[0])).toEqual([join(folder, 'pact', 'cli.js')]);
  expect(recorded.messages).toHaveLength(4);
  await leave(context);
});
