// Tasks: `pact test`, `pact check` and running the open script, in a terminal.

import * as vscode from 'vscode';
import { pactProgram } from './server/runtime.ts';

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
