// The parts of the module `vscode` that the extension uses, and a stand-in for the client: records what was registered,
// started and disposed of. The extension is bundled with this file instead of both.

type Listener = (...args: readonly unknown[]) => unknown;

export class Disposable {
  private readonly end: () => void;

  constructor(end: () => void) {
    this.end = end;
  }

  static from(...parts: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }

  dispose(): void {
    this.end();
  }
}

export type Recorded = {
  /** `kind name` of everything registered and not yet disposed of. */
  readonly live: Set<string>;
  readonly commands: Map<string, Listener>;
  readonly clients: {
    state: 'new' | 'started' | 'disposed';
    readonly command: string;
    readonly args: readonly string[];
  }[];
  readonly messages: string[];
  readonly breakpoints: unknown[];
  readonly debugged: Record<string, unknown>[];
  readonly tasks: Task[];
  readonly events: Map<string, Listener>;
  readonly settings: Map<string, unknown>;
  isTrusted: boolean;
  /** Whether debug sessions can start. */
  canDebug: boolean;
};

export const recorded: Recorded = {
  live: new Set(),
  commands: new Map(),
  clients: [],
  messages: [],
  breakpoints: [],
  debugged: [],
  tasks: [],
  events: new Map(),
  settings: new Map(),
  isTrusted: true,
  canDebug: true,
};

function live(name: string): Disposable {
  recorded.live.add(name);
  return new Disposable(() => recorded.live.delete(name));
}

function closing(name: string): () => void {
  const open = live(name);
  return () => {
    open.dispose();
  };
}

const event =
  (name: string) =>
  (listener: Listener): Disposable => {
    recorded.events.set(name, listener);
    return live(`event ${name}`);
  };

const message = (text: string): Promise<undefined> => {
  recorded.messages.push(text);
  return Promise.resolve(undefined);
};

export class Uri {
  readonly scheme: string;
  readonly path: string;

  private constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static parse(text: string): Uri {
    const { protocol, pathname } = new URL(text);
    return new Uri(protocol.slice(0, -1), pathname);
  }

  static file(path: string): Uri {
    return new Uri('file', path);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

const script = {
  uri: Uri.file('/project/a.repl'),
  languageId: 'pact',
  isDirty: false,
};

export const window = {
  createOutputChannel: () => ({
    dispose: closing('output'),
    info: () => undefined,
    error: () => undefined,
    show: () => recorded.messages.push('output shown'),
  }),
  showErrorMessage: message,
  showWarningMessage: message,
  showInformationMessage: message,
  activeTextEditor: { document: script, selection: { active: { line: 3 } } },
};

export const languages = {
  createLanguageStatusItem: () => ({ dispose: closing('status') }),
};

export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 };

export const workspace = {
  get isTrusted(): boolean {
    return recorded.isTrusted;
  },
  workspaceFolders: [{ uri: Uri.file('/project'), name: 'project', index: 0 }],
  textDocuments: [script],
  getConfiguration: () => ({
    get: (name: string, otherwise: unknown) => recorded.settings.get(name) ?? otherwise,
  }),
  getWorkspaceFolder: ({ path }: Uri) =>
    workspace.workspaceFolders.find(({ uri }) => path.startsWith(`${uri.path}/`)),
  asRelativePath: (uri: Uri) => uri.path.replace('/project/', ''),
  createFileSystemWatcher: () => live('watcher'),
  findFiles: () => Promise.resolve([]),
  onDidChangeConfiguration: event('configuration'),
  onDidGrantWorkspaceTrust: event('trust'),
  onDidOpenTextDocument: event('open'),
  onDidSaveTextDocument: event('save'),
  onDidDeleteFiles: event('delete'),
};

export const commands = {
  registerCommand(name: string, run: Listener): Disposable {
    recorded.commands.set(name, run);
    return live(`command ${name}`);
  },
};

export const debug = {
  registerDebugAdapterDescriptorFactory: (type: string) => live(`debugger ${type}`),
  registerDebugConfigurationProvider: (type: string) => live(`configurations ${type}`),
  addBreakpoints(added: readonly unknown[]): void {
    recorded.breakpoints.push(...added);
  },
  removeBreakpoints(removed: readonly unknown[]): void {
    const left = recorded.breakpoints.filter((each) => !removed.includes(each));
    recorded.breakpoints.splice(0, recorded.breakpoints.length, ...left);
  },
  onDidTerminateDebugSession: event('debug ended'),
  startDebugging(_folder: unknown, configuration: Record<string, unknown>): Promise<boolean> {
    recorded.debugged.push(configuration);
    return Promise.resolve(recorded.canDebug);
  },
};

export class Position {
  readonly line: number;

  constructor(line: number) {
    this.line = line;
  }
}

export class Location {
  readonly position: Position;

  constructor(_uri: Uri, position: Position) {
    this.position = position;
  }
}

export class SourceBreakpoint {
  readonly location: Location;

  constructor(location: Location) {
    this.location = location;
  }
}

class OfNoUse {
  readonly kind = 'unused';
}

export {
  OfNoUse as CancellationTokenSource,
  OfNoUse as DebugAdapterExecutable,
  OfNoUse as FileCoverage,
  OfNoUse as TestMessage,
  OfNoUse as TestRunRequest,
};

export class ProcessExecution {
  readonly process: string;
  readonly args: readonly string[];

  constructor(process: string, args: readonly string[]) {
    this.process = process;
    this.args = args;
  }
}

export class Task {
  readonly scope: unknown;
  readonly name: string;
  readonly execution: ProcessExecution;
  presentationOptions: unknown;

  constructor(
    ...[, scope, name, , execution]: [unknown, unknown, string, string, ProcessExecution]
  ) {
    this.scope = scope;
    this.name = name;
    this.execution = execution;
  }
}

export const TaskScope = { Global: 1, Workspace: 2 };

export const tasks = {
  registerTaskProvider: (type: string) => live(`tasks ${type}`),
  executeTask(task: Task): Promise<void> {
    recorded.tasks.push(task);
    return Promise.resolve();
  },
};

export const TestRunProfileKind = { Run: 1, Debug: 2, Coverage: 3 };

export const tests = {
  createTestController: () => ({
    dispose: closing('tests'),
    createRunProfile: () => ({}),
    items: new Map(),
  }),
};

// ---- vscode-languageclient/node ----

export const TransportKind = { stdio: 0 };

type ServerOptions = { readonly command: string; readonly args: readonly string[] };

export class LanguageClient {
  readonly initializeResult = { serverInfo: { name: 'pact', version: '0.0.0' } };
  private readonly record: Recorded['clients'][number];

  constructor(_id: string, _name: string, { command, args }: ServerOptions) {
    this.record = { state: 'new', command, args };
    recorded.clients.push(this.record);
  }

  start(): Promise<void> {
    this.record.state = 'started';
    return Promise.resolve();
  }

  dispose(): Promise<void> {
    this.record.state = 'disposed';
    return Promise.resolve();
  }

  sendRequest(): Promise<{ readonly files: readonly [] }> {
    return Promise.resolve({ files: [] });
  }
}
