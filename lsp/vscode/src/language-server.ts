// The client of the language server: started once, and restarted by command or when a setting changes its command.

import * as vscode from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { pactProgram } from './run-pact.ts';

const lensCommands = [
  'pact.runFile',
  'pact.runTransaction',
  'pact.debugFile',
  'pact.debugTransaction',
  'pact.gas',
  'pact.showReferences',
  'pact.showImplementations',
] as const;

export class LanguageServer implements vscode.Disposable {
  private readonly context: vscode.ExtensionContext;
  private readonly output: vscode.LogOutputChannel;
  private readonly status: vscode.LanguageStatusItem;
  private running: LanguageClient | undefined;
  /** The client listens to it, but does not dispose it. */
  private readonly watcher: vscode.FileSystemWatcher;
  /** Starts and stops run one after the other. */
  private last: Promise<void> = Promise.resolve();

  constructor(context: vscode.ExtensionContext) {
    this.context = context;
    this.output = vscode.window.createOutputChannel('Pact', { log: true });
    this.watcher = vscode.workspace.createFileSystemWatcher('**/{*.pact,*.repl,pact.yaml}');
    this.status = vscode.languages.createLanguageStatusItem('pact.server', { language: 'pact' });
    this.status.name = 'Pact';
    this.status.command = { command: 'pact.showOutput', title: 'Show output' };
  }

  /** The client, when it has started; otherwise `undefined`. */
  get client(): LanguageClient | undefined {
    return this.running;
  }

  start(): Promise<void> {
    return this.afterLast(() => this.startNow());
  }

  restart(): Promise<void> {
    return this.afterLast(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  showOutput(): void {
    this.output.show();
  }

  async dispose(): Promise<void> {
    await this.afterLast(() => this.stopNow());
    this.watcher.dispose();
    this.status.dispose();
    this.output.dispose();
  }

  private afterLast(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work, work);
    return this.last;
  }

  private async startNow(): Promise<void> {
    const options = this.serverOptions();
    if (options === undefined) return;
    this.say('starting', true);
    const client = new LanguageClient('pact', 'Pact', options, {
      documentSelector: [
        { language: 'pact', scheme: 'file' },
        { language: 'pact', scheme: 'untitled' },
      ],
      outputChannel: this.output,
      // The commands that code lenses may use.
      initializationOptions: { commands: [...lensCommands] },
      synchronize: { fileEvents: this.watcher },
    });
    try {
      await client.start();
      this.running = client;
      this.say(client.initializeResult?.serverInfo?.version ?? 'running', false);
    } catch (error) {
      this.fail(`The language server did not start: ${String(error)}`);
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.running;
    this.running = undefined;
    // A server that has already ended cannot be stopped, and need not be.
    await client?.dispose().catch(() => undefined);
  }

  private serverOptions(): ServerOptions | undefined {
    const program = pactProgram(this.context, ['lsp', '--stdio']);
    if (program.kind === 'missing') {
      this.fail(program.fault);
      return undefined;
    }
    const { command, args, env } = program;
    this.output.info('starting the language server', { command, args });
    const options = { env: { ...process.env, ...env } };
    return { command, args: [...args], options, transport: TransportKind.stdio };
  }

  private say(text: string, busy: boolean): void {
    this.status.text = `Pact ${text}`;
    this.status.detail = '';
    this.status.busy = busy;
    this.status.severity = vscode.LanguageStatusSeverity.Information;
  }

  private fail(message: string): void {
    this.say('not running', false);
    this.status.detail = message;
    this.status.severity = vscode.LanguageStatusSeverity.Error;
    this.output.error(message);
    void vscode.window.showErrorMessage(message);
  }
}
