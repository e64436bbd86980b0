// The debugger: `pact debug` implements the debug adapter protocol, VS Code does the rest.

import * as vscode from 'vscode';
import { pactProgram } from './server/runtime.ts';

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
