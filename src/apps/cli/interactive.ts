// The interactive REPL's terminal: prompts, history, completion, Ctrl-C and Ctrl-D. Lines go to a
// session in its own thread (interactive-worker.ts), so that a long-running form can be stopped from
// here.
//
// Lines typed while a form runs wait for their turn. Ctrl-C then asks the session to stop; if it does not, a second one
// ends the thread, and the session with it.

import type { Worker } from 'node:worker_threads';
import { languageVersion } from '../../tools/repl/version.ts';
import type { Command } from './arguments.ts';
import { completePath, openString } from './paths.ts';
import { endOf, exitStatus, type ExitStatus } from './exit.ts';
import { FormHistory, historySize, readHistory, rememberEntry } from './terminal/history.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { LineEditor, type Completions } from './terminal/line-editor.ts';
import { startStoredThread, startThread } from './thread.ts';
import type { FormAnswer, Interrupt, Request } from './work.ts';

const prompt = 'pact> ';
const continuation = '....> ';

/** The width if the terminal does not report its own. */
const defaultWidth = 80;

type Started = Pick<Extract<Command, { kind: 'interactive' }>, 'database' | 'settings'>;

/** Keeps the state in a file, if one is given. */
export function startInteractive(command: Started): Promise<ExitStatus> {
  writeLine(`Pact ${languageVersion}. Type a form to run it, help for help, exit to leave.`);
  return new Promise((resolve) => new Terminal(resolve, command));
}

class Terminal {
  private readonly interrupt: Interrupt = new Int32Array(new SharedArrayBuffer(4));
  private readonly editor: LineEditor;
  private readonly leave: (status: ExitStatus) => void;
  private readonly command: Started;
  private thread: Worker;
  /** Lines typed or pasted but not yet sent. */
  private readonly lines: string[] = [];
  private isEvaluating = false;
  private prompt = prompt;
  private isClosed = false;
  private completion: ((names: readonly string[]) => void) | undefined;

  constructor(leave: (status: ExitStatus) => void, command: Started) {
    this.leave = leave;
    this.command = command;
    this.thread = this.startSession({ takesOver: false });
    this.editor = new LineEditor({
      prompt,
      history: new FormHistory({
        entries: readHistory(),
        size: historySize,
        remember: rememberEntry,
      }),
      complete: (line) => this.complete(line),
      onLine: (line) => this.take(line),
      onStop: () => this.stop(),
      onClose: () => this.close(),
    });
    process.on('SIGINT', () => this.stop());
    this.editor.ask();
  }

  private startSession(options: { readonly takesOver: boolean }): Worker {
    const { command, interrupt } = this;
    const { database, settings } = command;
    const work = { kind: 'interactive', interrupt, settings } as const;
    const thread =
      database === undefined ? startThread(work) : startStoredThread(database, work, options);
    thread.on('message', (answer: FormAnswer | ExitStatus) => {
      if (typeof answer === 'number') this.leave(answer);
      else this.receive(answer);
    });
    thread.on('error', (error) => {
      writeErrorLine(endOf(error).text);
      this.beginAnew();
    });
    return thread;
  }

  private send(request: Request): void {
    this.thread.postMessage(request);
  }

  private take(line: string): void {
    this.lines.push(line);
    this.next();
  }

  /** Sends the next line, or waits for one. */
  private next(): void {
    if (this.isEvaluating) return;
    const line = this.lines.shift();
    if (line !== undefined) {
      this.isEvaluating = true;
      Atomics.store(this.interrupt, 0, 0);
      this.send({ kind: 'line', text: line, width: process.stdout.columns || defaultWidth });
    } else if (this.isClosed) this.finish();
    else this.editor.ask(this.prompt);
  }

  private receive(answer: FormAnswer): void {
    if (answer.kind === 'completions') {
      this.completion?.(answer.names);
      this.completion = undefined;
      return;
    }
    this.isEvaluating = false;
    if (answer.kind === 'leave') {
      this.lines.length = 0;
      return this.editor.close();
    }
    this.prompt = answer.kind === 'incomplete' ? continuation : prompt;
    this.next();
  }

  /** Ctrl-C */
  private stop(): void {
    if (this.isEvaluating) this.stopForm();
    else this.abandonLine();
  }

  private abandonLine(): void {
    this.editor.clear();
    this.send({ kind: 'abandon' });
    writeLine('');
    this.prompt = prompt;
    this.editor.ask(prompt);
  }

  private stopForm(): void {
    this.lines.length = 0;
    const isFirst = Atomics.exchange(this.interrupt, 0, 1) === 0;
    if (isFirst) return;
    this.thread.removeAllListeners();
    // The thread may be writing to its file: start the next one only after it has ended.
    void this.thread.terminate().then(() => this.beginAnew());
  }

  private beginAnew(): void {
    writeErrorLine('pact: the session was lost; a new one has started');
    this.thread.removeAllListeners();
    this.thread = this.startSession({ takesOver: true });
    this.completion?.([]);
    this.completion = undefined;
    this.isEvaluating = false;
    this.lines.length = 0;
    this.prompt = prompt;
    this.next();
  }

  private async complete(line: string): Promise<Completions> {
    const path = openString(line);
    if (path !== undefined) return [[...completePath(path)], path];
    const word = /[^\s()[\]{}'",;]*$/.exec(line)?.[0] ?? '';
    if (this.isEvaluating) return [[], word];
    const names = await new Promise<readonly string[]>((resolve) => {
      this.completion = resolve;
      this.send({ kind: 'complete', line, prefix: word });
    });
    return [[...names], word];
  }

  /** Ctrl-D. */
  private close(): void {
    this.isClosed = true;
    if (!this.isEvaluating && this.lines.length === 0) this.finish();
  }

  private finish(): void {
    writeLine('\ngoodbye');
    if (this.command.database === undefined) {
      void this.thread.terminate();
      return this.leave(exitStatus.success);
    }
    this.thread.once('exit', () => this.leave(exitStatus.success));
    this.send({ kind: 'end' });
  }
}
