// The session of one client: its capabilities, documents and settings, and the handling of requests, long ones in steps, so that
// other requests are handled in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CancellationToken,
  type ClientCapabilities,
  type Connection,
  type InitializeParams,
  type Location,
  LSPErrorCodes,
  type Position,
  type ProtocolRequestType,
  type Range,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { isShipped } from '../../src/script/files.ts';
import type { MeasuredGas } from '../../src/tools/analysis/services/hints.ts';
import type { Document } from '../../src/tools/analysis/workspace/document.ts';
import type { Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import type { TextRange } from '../../src/tools/analysis/workspace/symbols.ts';
import { Documents, pathOfUri, type PositionEncoding, TextLines, uriOfPath } from './documents.ts';
import { limits } from './limits.ts';
import { type Project, Projects, type ProjectsOptions } from './projects.ts';
import { defaultSettings, type Settings } from './settings.ts';
import { LastGas, TestFailures } from './tests/results.ts';

export type SessionOptions = ProjectsOptions & {
  /** Returns the URL of a page of the documentation: `errors.md#e0101`. */
  readonly documentation: (page: string) => string;
  /** The script of threads that run tests. */
  readonly testProgram: URL;
};

/** A document at one point in time. */
export type View = {
  readonly uri: string;
  readonly path: string;
  readonly snapshot: Snapshot;
  readonly document: Document;
  readonly lines: TextLines;
};

export class Session {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  readonly encoding: PositionEncoding;
  readonly documents: Documents;
  readonly projects: Projects;
  readonly options: SessionOptions;
  settings: Settings = defaultSettings;
  readonly testFailures = new TestFailures();
  readonly lastGas = new LastGas();
  private readonly checkedSoon = new Set<Project>();
  /** Call this when diagnostics changed for a reason that only the server knows. */
  refreshDiagnostics: () => void = () => undefined;
  private readonly commands: ReadonlySet<string>;
  private readonly starts: (() => void)[] = [];
  private readonly lines = new WeakMap<Document, TextLines>();

  constructor(connection: Connection, params: InitializeParams, options: SessionOptions) {
    this.connection = connection;
    this.options = options;
    this.client = params.capabilities;
    const offered = params.capabilities.general?.positionEncodings ?? [];
    // In the order of the client's preference.
    this.encoding = offered.find((each) => each === 'utf-8' || each === 'utf-16') ?? 'utf-16';
    this.documents = new Documents(this.encoding);
    this.projects = new Projects(options);
    this.commands = new Set(commandsOf(params.initializationOptions) ?? usualCommands);
    connection.onInitialized(() => {
      for (const start of this.starts) start();
    });
  }

  /** Returns whether the client can request documents that are not on disk. */
  get canShowShipped(): boolean {
    return this.client.workspace?.textDocumentContent !== undefined;
  }

  get canRefreshDiagnostics(): boolean {
    return this.client.workspace?.diagnostics?.refreshSupport === true;
  }

  /** Checks the project of a file, which may change diagnostics. */
  checkSoon(path: string): void {
    const project = this.projects.projectOf(path);
    if (this.checkedSoon.has(project)) return;
    this.checkedSoon.add(project);
    const isNeeded = { isCancellationRequested: false };
    void inTurns(project.workspace.checking(), isNeeded)
      .then(() => this.refreshDiagnostics())
      .catch((error: unknown) => this.reportFault(error))
      .finally(() => this.checkedSoon.delete(project));
  }

  /** For messages whose answer is not needed: a client that refuses them must not end the server. */
  unanswered(sent: Promise<unknown>): void {
    sent.catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      this.connection.console.info(`the editor did not accept a message: ${reason}`);
    });
  }

  /** Writes an internal fault outside of a request to the editor's log, because there is no answer to report it. */
  reportFault(error: unknown): void {
    if (error instanceof RequestRefused) return;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.connection.console.error(`internal error of the language server: ${text}`);
  }

  /** Returns whether the client has a command that a code lens can use. */
  canRun(command: string): boolean {
    return this.commands.has(command);
  }

  /** Resolves when requests may be sent to the client. */
  whenInitialized(start: () => void): void {
    this.starts.push(start);
  }

  /** Handles a request; errors of the user are `RequestRefused`. */
  on<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    answer: (params: P, token: CancellationToken) => R,
  ): void {
    // The type of the handler uses R and promises of it, which the compiler cannot resolve.
    const handle = (params: P, token: CancellationToken): unknown =>
      token.isCancellationRequested ? cancelled() : this.guarded(() => answer(params, token));
    this.connection.onRequest(type.method, handle);
  }

  /**
   * Handles a request that can take long, in steps: other requests are handled in between, it can be cancelled, and it
   * is restarted if a document changes meanwhile.
   */
  inSteps<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    answer: (params: P) => Generator<undefined, R>,
  ): void {
    const handle = async (params: P, token: CancellationToken): Promise<unknown> => {
      for (let tries = 0; tries < limits.restarts; tries++) {
        const { changes } = this.projects;
        const steps = answer(params);
        const end = await this.guarded(() => inTurns(steps, token));
        if (end instanceof ResponseError || changes === this.projects.changes) return end;
      }
      return new ResponseError(LSPErrorCodes.ContentModified, 'the documents change too fast');
    };
    this.connection.onRequest(type.method, handle);
  }

  /** Returns an open document, or a file. */
  view(uri: string): View {
    const open = this.documents.get(uri);
    const path = open?.path ?? pathOfUri(uri);
    const snapshot = this.projects.snapshotOf(path);
    const document = snapshot.document(path);
    if (document === undefined) throw new RequestRefused(`cannot read ${uri}: open it first`);
    return { uri, path, snapshot, document, lines: this.linesOf(document) };
  }

  /** Returns the measurements of the last test runs, as far as the texts are still the same. */
  gas(snapshot: Snapshot): MeasuredGas | undefined {
    return this.settings.gas ? this.lastGas.of(snapshot) : undefined;
  }

  offset({ textDocument, position }: PlaceParams): View & { readonly offset: number } {
    const view = this.view(textDocument.uri);
    return { ...view, offset: view.lines.offsetAt(position) };
  }

  /** Returns `undefined` if the file does not exist, or the client cannot show it. */
  location(snapshot: Snapshot, path: string, span: TextRange): Location | undefined {
    const range = this.range(snapshot, path, span);
    return range === undefined ? undefined : { uri: this.uri(path), range };
  }

  range(snapshot: Snapshot, path: string, span: TextRange): Range | undefined {
    if (!this.canShowShipped && isShipped(path)) return undefined;
    const document = snapshot.document(path);
    return document === undefined ? undefined : this.linesOf(document).rangeOf(span);
  }

  uri(path: string): string {
    return this.documents.atPath(path)?.uri ?? uriOfPath(path);
  }

  linesOf(document: Document): TextLines {
    let lines = this.lines.get(document);
    if (lines === undefined) {
      const open = this.documents.atPath(document.path);
      lines =
        open?.lines.text === document.text
          ? open.lines
          : new TextLines(document.text, this.encoding);
      this.lines.set(document, lines);
    }
    return lines;
  }

  private guarded(answer: () => unknown): unknown {
    try {
      const found = answer();
      return found instanceof Promise ? found.catch(refusalOf) : found;
    } catch (error) {
      return refusalOf(error);
    }
  }
}

export type PlaceParams = {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
};

/** The default for clients that do not declare it. */
const usualCommands = [
  'pact.runFile',
  'pact.runTransaction',
  'pact.debugFile',
  'pact.debugTransaction',
];

function commandsOf(options: unknown): readonly string[] | undefined {
  const { commands } = (options ?? {}) as { readonly commands?: unknown };
  if (!Array.isArray(commands)) return undefined;
  return commands.filter((each) => typeof each === 'string');
}

function refusalOf(error: unknown): ResponseError {
  if (!(error instanceof RequestRefused)) throw error;
  return new ResponseError(LSPErrorCodes.RequestFailed, error.message);
}

/** The request cannot be carried out; the user is told the reason. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
}

/** Lets pending messages be handled after every few milliseconds of work. */
async function inTurns<Result>(
  steps: Generator<undefined, Result>,
  token: Pick<CancellationToken, 'isCancellationRequested'>,
): Promise<Result | ResponseError> {
  for (;;) {
    if (token.isCancellationRequested) return cancelled();
    const end = stepsFor(steps, limits.turnMs);
    if (end !== undefined) return end.value;
    await nextTurn();
  }
}

/** Returns the result if the steps finish within about this time. */
export function stepsFor<Result>(
  steps: Generator<undefined, Result>,
  milliseconds: number,
): { readonly value: Result } | undefined {
  const end = performance.now() + milliseconds;
  do {
    const step = steps.next();
    if (step.done === true) return { value: step.value };
  } while (performance.now() < end);
  return undefined;
}

const cancelled = (): ResponseError =>
  new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');

export type Feature = {
  /** The capabilities for the client of this session. */
  readonly capabilities: (session: Session) => ServerCapabilities;
  /** Registers the handlers of its requests, with `session.on`. */
  readonly register: (session: Session) => void;
};
