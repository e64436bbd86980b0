// The commands of the command palette, the menus and the code lenses.

import * as vscode from 'vscode';
import type { LanguageServer } from './language-server.ts';
import { runTask } from './run-pact.ts';
import type { TestExplorer } from './test-explorer.ts';

type Parts = {
  readonly context: vscode.ExtensionContext;
  readonly server: LanguageServer;
  readonly tests: TestExplorer;
};

/** The position from a code lens; the command palette passes none, so the cursor is used. */
type Place = { readonly uri: vscode.Uri; readonly line: number };

const needTrust = 'Running Pact code requires a trusted workspace.';

export function registerCommands({ context, server, tests }: Parts): readonly vscode.Disposable[] {
  const commands: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
    'pact.runFile': (...args) => ifTrusted(() => runFile(context, placeOf(args), ['--trace'])),
    'pact.runTransaction': (...args) =>
      ifTrusted(async () => {
        const place = placeOf(args);
        if (place !== undefined) await tests.runAt(place.uri, place.line);
      }),
    'pact.debugFile': (...args) => ifTrusted(() => debug(placeOf(args), false)),
    'pact.debugTransaction': (...args) => ifTrusted(() => debug(placeOf(args), true)),
    'pact.gas': (...args) => ifTrusted(() => runFile(context, placeOf(args), ['--gas-report'])),
    'pact.showReferences': (...args) => showPlaces('vscode.executeReferenceProvider', args),
    'pact.showImplementations': (...args) =>
      showPlaces('vscode.executeImplementationProvider', args),
    'pact.restartServer': async () => {
      await server.restart();
      await tests.discoverOpen();
    },
    'pact.showOutput': () => server.showOutput(),
  };
  return Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run));
}

function ifTrusted(run: () => unknown): unknown {
  if (vscode.workspace.isTrusted) return run();
  return vscode.window.showWarningMessage(needTrust);
}

/** A code lens passes a URI as a string and a line from 0; a menu passes a URI. */
export function placeOf(args: readonly unknown[]): Place | undefined {
  const [first, second] = args;
  const uri =
    typeof first === 'string'
      ? vscode.Uri.parse(first)
      : first instanceof vscode.Uri
        ? first
        : undefined;
  if (uri !== undefined) return { uri, line: typeof second === 'number' ? second : 0 };
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'pact') return undefined;
  return { uri: editor.document.uri, line: editor.selection.active.line };
}

async function runFile(
  context: vscode.ExtensionContext,
  place: Place | undefined,
  options: readonly string[],
): Promise<unknown> {
  if (place === undefined) return undefined;
  await save(place.uri);
  return runTask(context, place.uri, options);
}

/** Adds a breakpoint at the transaction for the duration of the session. */
async function debug(place: Place | undefined, atTransaction: boolean): Promise<void> {
  if (place === undefined) return;
  await save(place.uri);
  const start = new vscode.Position(place.line, 0);
  const breakpoints = atTransaction
    ? [new vscode.SourceBreakpoint(new vscode.Location(place.uri, start))]
    : [];
  vscode.debug.addBreakpoints(breakpoints);
  const program = place.uri.fsPath;
  const end = (): void => {
    ended.dispose();
    vscode.debug.removeBreakpoints(breakpoints);
  };
  // Other sessions may end meanwhile.
  const ended = vscode.debug.onDidTerminateDebugSession(({ configuration }) => {
    if (configuration['program'] === program) end();
  });
  const hasStarted = await vscode.debug.startDebugging(
    vscode.workspace.getWorkspaceFolder(place.uri),
    {
      type: 'pact',
      request: 'launch',
      name: 'Debug Pact script',
      program,
      stopOnEntry: !atTransaction,
    },
  );
  if (!hasStarted) end();
}

/** Shows the references or implementations that a code lens has counted. */
async function showPlaces(command: string, [uri, position]: readonly unknown[]): Promise<void> {
  if (typeof uri !== 'string' || !isPosition(position)) return;
  const address = vscode.Uri.parse(uri);
  const place = new vscode.Position(position.line, position.character);
  const found = await vscode.commands.executeCommand<readonly vscode.Location[]>(
    command,
    address,
    place,
  );
  await vscode.commands.executeCommand('editor.action.showReferences', address, place, found);
}

function isPosition(value: unknown): value is { line: number; character: number } {
  const { line, character } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof line === 'number' && typeof character === 'number';
}

/** Saves the document, because the file on disk is run. */
async function save(uri: vscode.Uri): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri: each }) => each.path === uri.path);
  if (open?.isDirty === true) await open.save();
}
