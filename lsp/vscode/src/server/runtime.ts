// Starts the `pact` command: with the Node from the setting, or with the one in VS Code.

import * as vscode from 'vscode';
import { findPact, type Missing } from './find-server.ts';

export type Program = {
  readonly kind: 'program';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** The way to run `pact ARGS`, or the reason why it cannot be run. */
export function pactProgram(
  context: vscode.ExtensionContext,
  args: readonly string[],
): Program | Missing {
  const settings = vscode.workspace.getConfiguration('pact');
  const found = findPact({
    setting: settings.get<string>('server.path', ''),
    folders: openFolders(),
    extensionFolder: context.extensionPath,
    isTrusted: vscode.workspace.isTrusted,
  });
  if (found.kind === 'missing') return found;
  const node = vscode.workspace.isTrusted ? settings.get<string>('node', '') : '';
  return {
    kind: 'program',
    command: node === '' ? process.execPath : node,
    args: [found.script, ...args],
    // Makes Electron behave as Node; Node itself ignores this.
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}

function openFolders(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
