// The entry point of the extension: VS Code calls it when a Pact file is opened, and when the extension ends.

import * as vscode from 'vscode';
import { registerCommands } from './commands.ts';
import { registerDebugger, registerTasks } from './run-pact.ts';
import { LanguageServer } from './language-server.ts';
import { TestExplorer } from './test-explorer.ts';

let running: LanguageServer | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new LanguageServer(context);
  running = server;
  const tests = new TestExplorer(() => server.client);
  context.subscriptions.push(
    tests,
    registerDebugger(context),
    registerTasks(context),
    ...registerCommands({ context, server, tests }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const isOfStart = event.affectsConfiguration('pact.server.path');
      if (isOfStart || event.affectsConfiguration('pact.node')) void restart(server, tests);
    }),
    // Trust allows using the workspace's own server, and running code.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart(server, tests)),
  );
  await server.start();
  await tests.discoverOpen();
}

export async function deactivate(): Promise<void> {
  const server = running;
  running = undefined;
  await server?.dispose();
}

async function restart(server: LanguageServer, tests: TestExplorer): Promise<void> {
  await server.restart();
  await tests.discoverOpen();
}
