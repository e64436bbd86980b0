// Runs the `pact` command, with the Node from the setting or the one in VS Code: as tasks in a terminal (`pact test`, `pact check`,
// the open script), and as the debugger, since `pact debug` implements the debug adapter protocol.

import * as vscode from 'vscode';
import { findPact, type Missing } from './find-server.ts';

type PactTask = vscode.TaskDefinition & { readonly args?: readonly string[] };

const offered: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['test', ['test']],
  ['check', ['check', '.']],
];

export function registerTasks(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.tasks.registerTaskProvider('pact', {
    provideTasks() {
      const folder = vscode.workspace.workspaceFolders?.[0];
      if (folder === undefined) return [];
      return offered.flatMap(
        ([name, args]) => taskOf(context, { name, args, scope: folder }) ?? [],
      );
    },
    resolveTask({ definition, name, scope }) {
      const { args } = definition as PactTask;
      if (args === undefined || typeof scope !== 'object') return undefined;
      return taskOf(context, { name, args, scope, definition });
    },
  });
}

/** Runs a script; for a contract, the script beside it. */
export async function runTask(
  context: vscode.ExtensionContext,
  file: vscode.Uri,
  options: readonly string[],
): Promise<void> {
  const scope = vscode.workspace.getWorkspaceFolder(file) ?? vscode.TaskScope.Workspace;
  const name = `run ${vscode.workspace.asRelativePath(file)}`;
  const found = file.path.endsWith('.pact') ? ['--findscript'] : [];
  const task = taskOf(context, { name, args: [...options, ...found, file.fsPath], scope });
  if (task !== undefined) await vscode.tasks.executeTask(task);
}

type Wanted = {
  readonly name: string;
  readonly args: readonly string[];
  readonly scope: vscode.WorkspaceFolder | vscode.TaskScope.Workspace;
  readonly definition?: vscode.TaskDefinition;
};

function taskOf(
  context: vscode.ExtensionContext,
  { name, args, scope, definition = { type: 'pact', args: [...args] } }: Wanted,
): vscode.Task | undefined {
  const program = pactProgram(context, args);
  if (program.kind === 'missing') {
    void vscode.window.showErrorMessage(program.fault);
    return undefined;
  }
  const execution = new vscode.ProcessExecution(program.command, [...program.args], {
    env: { ...program.env },
  });
  const task = new vscode.Task(definition, scope, name, 'pact', execution, '$pact');
  task.presentationOptions = { clear: true, focus: false };
  return task;
}

export function registerDebugger(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.debug.registerDebugAdapterDescriptorFactory('pact', {
      createDebugAdapterDescriptor() {
        const program = pactProgram(context, ['debug']);
        if (program.kind === 'missing') throw new Error(program.fault);
        const { command, args, env } = program;
        return new vscode.DebugAdapterExecutable(command, [...args], { env: { ...env } });
      },
    }),
    vscode.debug.registerDebugConfigurationProvider('pact', { resolveDebugConfiguration }),
  );
}

/** F5 without a launch configuration debugs the open script. */
function resolveDebugConfiguration(
  _folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): vscode.DebugConfiguration | undefined {
  if (configuration.type !== '' && configuration['program'] !== undefined) return configuration;
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== 'pact') {
    void vscode.window.showInformationMessage('Open a .repl file to debug it.');
    return undefined;
  }
  return {
    ...configuration,
    type: 'pact',
    request: 'launch',
    name: 'Debug Pact script',
    program: document.uri.fsPath,
    stopOnEntry: true,
  };
}

type Program = {
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
