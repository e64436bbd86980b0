// The interactive REPL's terminal: prompts, history, completion, Ctrl-C and Ctrl-D. Lines go to a
// session in a thread of its own (interactive-worker.ts), so that a form that runs long can be
// stopped from here.
//
// What is typed while a form runs waits for its turn. Ctrl-C then asks the session to stop; if it
// does not, a second one ends the thread, and the session with it.

import { createInterface, type Interface } from 'node:readline';
import type { Worker } from 'node:worker_threads';
import { languageVersion } from '../repl/version.ts';
import { completePath, openString } from './complete-path.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { historySize, readHistory, rememberLine } from './history.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { startStoredThread, startThread } from './thread.ts';
import { endOf } from './thread-end.ts';
import type { Answer, Interrupt, Request } from './work.ts';

const prompt = 'pact> ';
const continuation = '....> ';

/** With its state in a file, where one is given. */
export function startInteractive(database: string | undefined): Promise<ExitStatus> {
  writeLine(
    `Pact ${languageVersion}. Tab completes, the name of a native shows what it does, Ctrl-D leaves.`,
  );
  return new Promise((resolve) => new Terminal(resolve, database));
}

type CompletionCallback = (error: null, result: [string[], string]) => void;

class Terminal {
  private readonly interrupt: Interrupt = new Int32Array(new SharedArrayBuffer(4));
  private readonly readline: Interface;
  private readonly leave: (status: ExitStatus) => void;
  private readonly database: string | undefined;
  private thread: Worker;
  /** Typed or pasted, and not yet sent. */
  private readonly lines: string[] = [];
  private isEvaluating = false;
  private isClosed = false;
  private completion: ((names: readonly string[]) => void) | undefined;

  constructor(leave: (status: ExitStatus) => void, database: string | undefined) {
    this.leave = leave;
    this.database = database;
    this.thread = this.startSession({ takesOver: false });
    this.readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt,
      history: readHistory(),
      historySize,
      removeHistoryDuplicates: true,
      completer: (line: string, done: CompletionCallback) => this.complete(line, done),
    });
    this.readline.on('line', (line) => this.take(line));
    this.readline.on('SIGINT', () => this.stop());
    this.readline.on('close', () => this.close());
    process.on('SIGINT', () => this.stop());
    this.readline.prompt();
  }

  private startSession(options: { readonly takesOver: boolean }): Worker {
    const { database, interrupt } = this;
    const work = { kind: 'interactive', interrupt } as const;
    const thread =
      database === undefined ? startThread(work) : startStoredThread(database, work, options);
    thread.on('message', (answer: Answer | ExitStatus) => {
      if (typeof answer === 'number') this.leave(answer);
      else this.hear(answer);
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
    rememberLine(line);
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
      this.send({ kind: 'line', text: line });
    } else if (this.isClosed) this.finish();
    // With what was typed of a line meanwhile.
    else this.readline.prompt(true);
  }

  private hear(answer: Answer): void {
    if (answer.kind === 'completions') {
      this.completion?.(answer.names);
      this.completion = undefined;
      return;
    }
    this.isEvaluating = false;
    this.readline.setPrompt(answer.kind === 'incomplete' ? continuation : prompt);
    this.next();
  }

  /** Ctrl-C */
  private stop(): void {
    if (this.isEvaluating) this.stopForm();
    else this.abandonLine();
  }

  private abandonLine(): void {
    this.readline.write(null, { ctrl: true, name: 'e' });
    this.readline.write(null, { ctrl: true, name: 'u' });
    this.send({ kind: 'abandon' });
    writeLine('');
    this.readline.setPrompt(prompt);
    this.readline.prompt();
  }

  private stopForm(): void {
    this.lines.length = 0;
    const isFirst = Atomics.exchange(this.interrupt, 0, 1) === 0;
    if (isFirst) return;
    this.thread.removeAllListeners();
    // It may be writing to its file: the next one begins when this one has ended.
    void this.thread.terminate().then(() => this.beginAnew());
  }

  private beginAnew(): void {
    writeErrorLine('pact: the session is lost; this is a new one');
    this.thread.removeAllListeners();
    this.thread = this.startSession({ takesOver: true });
    this.completion = undefined;
    this.isEvaluating = false;
    this.lines.length = 0;
    this.readline.setPrompt(prompt);
    this.next();
  }

  private complete(line: string, done: CompletionCallback): void {
    const path = openString(line);
    if (path !== undefined) return done(null, [[...completePath(path)], path]);
    const word = /[^\s()[\]{}'",;]*$/.exec(line)?.[0] ?? '';
    if (this.isEvaluating) return done(null, [[], word]);
    this.completion = (names) => done(null, [[...names], word]);
    this.send({ kind: 'complete', prefix: word });
  }

  /** Ctrl-D. */
  private close(): void {
    this.isClosed = true;
    if (!this.isEvaluating && this.lines.length === 0) this.finish();
  }

  private finish(): void {
    writeLine('\ngoodbye');
    if (this.database === undefined) {
      void this.thread.terminate();
      return this.leave(exitStatus.success);
    }
    this.thread.once('exit', () => this.leave(exitStatus.success));
    this.send({ kind: 'end' });
  }
}
