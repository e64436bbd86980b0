// An editor, as far as the protocol is concerned: starts `pact lsp` and talks to it through the unmodified client library of
// VS Code.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ConfigurationRequest,
  createProtocolConnection,
  RegistrationRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Range,
  type TextDocumentContentChangeEvent,
  type TextEdit,
} from 'vscode-languageserver/node';
import { command } from './command.ts';
import { root } from './project-files.ts';

export type ClientOptions = {
  readonly capabilities?: ClientCapabilities;
  /** The workspace folder; none if absent. */
  readonly folder?: string;
  readonly settings?: unknown;
  readonly args?: readonly string[];
};

/** The capabilities of a modern editor. */
export const fullCapabilities: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, versionSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    definition: { linkSupport: true },
    completion: { completionItem: { snippetSupport: true } },
    rename: { prepareSupport: true },
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] },
      },
      resolveSupport: { properties: ['edit'] },
      dataSupport: true,
    },
  },
  workspace: { workspaceEdit: { documentChanges: true }, workspaceFolders: true },
};

export class LanguageClient {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  /** What the server wrote to standard error. */
  stderr = '';
  /** The latest diagnostics of each document. */
  readonly diagnostics = new Map<string, PublishDiagnosticsParams>();
  /** The methods of all requests and notifications. */
  readonly sent = new Set<string>();
  /** What the server registered for, by method. */
  readonly registered = new Map<string, unknown>();
  /** The number of refresh requests of each kind. */
  readonly refreshes = new Map<string, number>();
  /** The section `pact` of the configuration, for servers that request it. */
  settings: unknown = null;
  private readonly waiting = new Set<() => void>();
  private versions = new Map<string, number>();
  private isOver = false;

  constructor(args: readonly string[] = ['lsp', '--stdio']) {
    this.process = spawn(process.execPath, [command, ...args], { cwd: root });
    this.process.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.process.once('exit', () => (this.isOver = true));
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.process.stdout),
      new StreamMessageWriter(this.process.stdin),
    );
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: PublishDiagnosticsParams) => {
        this.diagnostics.set(params.uri, params);
        this.wakeAll();
      },
    );
    this.answerServer();
    this.connection.listen();
  }

  static async start(options: ClientOptions = {}): Promise<LanguageClient> {
    const client = new LanguageClient(options.args);
    await client.initialize(options);
    return client;
  }

  async initialize(options: ClientOptions = {}): Promise<InitializeResult> {
    const { capabilities = fullCapabilities, folder, settings } = options;
    const uri = folder === undefined ? null : pathToFileURL(folder).href;
    const result: InitializeResult = await this.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: uri === null ? null : [{ uri, name: 'test' }],
      capabilities,
      ...(settings !== undefined && { initializationOptions: settings }),
    });
    await this.connection.sendNotification('initialized', {});
    return result;
  }

  /** The caller declares the type of the answer; the test checks it. */
  request<Answer = unknown>(method: string, params: object): Promise<Answer> {
    this.sent.add(method);
    return this.connection.sendRequest(method, params);
  }

  notify(method: string, params: object): void {
    this.sent.add(method);
    void this.connection.sendNotification(method, params);
  }

  /** Opens a file of the repository, or the given text. Returns its URI. */
  open(path: string, text = readFileSync(join(root, path), 'utf8')): string {
    const uri = /^[a-z]+:/.test(path) ? path : pathToFileURL(join(root, path)).href;
    this.versions.set(uri, 1);
    const textDocument = { uri, languageId: 'pact', version: 1, text };
    this.notify('textDocument/didOpen', { textDocument });
    return uri;
  }

  change(uri: string, ...contentChanges: readonly TextDocumentContentChangeEvent[]): number {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    return version;
  }

  close(uri: string): void {
    this.notify('textDocument/didClose', { textDocument: { uri } });
  }

  /** Waits for the diagnostics of this version. */
  async diagnosticsOf(
    uri: string,
    version = this.versions.get(uri),
  ): Promise<PublishDiagnosticsParams['diagnostics']> {
    await this.until(() => {
      const found = this.diagnostics.get(uri);
      return found !== undefined && found.version === version;
    });
    return this.diagnostics.get(uri)?.diagnostics ?? [];
  }

  /** Waits for a condition, which is checked whenever the server has sent diagnostics, a registration or a refresh. */
  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          resolve();
        };
        this.waiting.add(wake);
      });
    }
  }

  /** The exit status. */
  async end(): Promise<number | null> {
    await this.request('shutdown', {});
    this.notify('exit', {});
    return this.exited();
  }

  exited(): Promise<number | null> {
    if (this.isOver) return Promise.resolve(this.process.exitCode);
    return new Promise((resolve) => this.process.once('exit', resolve));
  }

  kill(): void {
    if (!this.isOver) this.process.kill();
  }

  private answerServer(): void {
    this.connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(() => this.settings),
    );
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      for (const each of registrations) this.registered.set(each.method, each.registerOptions);
      this.wakeAll();
    });
    for (const shown of ['diagnostic', 'codeLens', 'inlayHint']) {
      this.connection.onRequest(`workspace/${shown}/refresh`, () => {
        this.refreshes.set(shown, (this.refreshes.get(shown) ?? 0) + 1);
        this.wakeAll();
        return null;
      });
    }
  }

  private wakeAll(): void {
    for (const wake of this.waiting) wake();
  }
}

/** Returns the position `further` UTF-16 units after an occurrence of `wanted`; lines end at LF. */
export function placeIn(text: string, wanted: string, further = 0, nth = 0): Position {
  let at = -1;
  for (let i = 0; i <= nth; i++) at = text.indexOf(wanted, at + 1);
  if (at === -1) throw new Error(`the text has no ${wanted}`);
  return positionIn(text, at + further);
}

export function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** Returns the text in a range of the document. */
export function textIn(text: string, { start, end }: Range): string {
  const lines = text.split('\n');
  if (start.line === end.line) return lines[start.line]!.slice(start.character, end.character);
  const middle = lines.slice(start.line + 1, end.line);
  const first = lines[start.line]!.slice(start.character);
  return [first, ...middle, lines[end.line]!.slice(0, end.character)].join('\n');
}

/** Applies edits of the protocol. */
export function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Position): number =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (all, { range, newText }) =>
        all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}
