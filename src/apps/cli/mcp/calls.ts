// Runs calls in threads, a few at a time, each with its limits.

import { type BoundedEnd, runBounded } from '../../../base/threads/index.ts';
import { faultText } from '../exit.ts';
import { stackSizeMb } from '../stack-size.ts';
import { mcpLimits } from './limits.ts';

type CallAnswer = { readonly text: string; readonly hasFailed: boolean };

type CallOptions = {
  readonly task: ToolTask;
  readonly seconds: number;
  /** Ends the call. */
  readonly signal: AbortSignal;
};

export class Calls {
  private readonly program: URL;
  private readonly folder: string;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(program: URL, folder: string) {
    this.program = program;
    this.folder = folder;
  }

  async perform(options: CallOptions): Promise<CallAnswer> {
    if (this.waiting.length >= mcpLimits.waitingCalls) {
      return { text: 'too many calls are waiting: try again later', hasFailed: true };
    }
    if (this.running >= mcpLimits.runningCalls) {
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running++;
    try {
      return await this.run(options);
    } finally {
      // Start the next waiting call.
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }

  private async run({ task, seconds, signal }: CallOptions): Promise<CallAnswer> {
    const answer = new Answer();
    const end = await runBounded<ToolMessage>({
      program: this.program,
      work: { kind: 'tool', folder: this.folder, task } satisfies ToolWork,
      limits: {
        milliseconds: seconds * 1000,
        heapMegabytes: mcpLimits.heapMegabytes,
        stackMegabytes: stackSizeMb,
      },
      signal: AbortSignal.any([signal, answer.full]),
      take: (message) => answer.take(message),
    });
    return answer.ended(end, seconds);
  }
}

class Answer {
  private readonly filled = new AbortController();
  private readonly texts: string[] = [];
  private size = 0;
  private failure: string | undefined;
  private outcome: ToolOutcome = 'good';

  /** Aborted when there is no room for more. */
  get full(): AbortSignal {
    return this.filled.signal;
  }

  take(message: ToolMessage): void {
    if (this.full.aborted) return;
    if (message.kind === 'failed') {
      this.failure = cut(message.sentence);
      return;
    }
    if (message.kind === 'bad-outcome') {
      this.outcome = 'bad';
      return;
    }
    const room = mcpLimits.answerCharacters - this.size;
    this.texts.push(cut(message.text, room));
    this.size += message.text.length + 1;
    if (this.size > mcpLimits.answerCharacters) this.filled.abort();
  }

  ended(end: BoundedEnd, seconds: number): CallAnswer {
    const reason = this.failure ?? this.reasonOf(end, seconds);
    const all = reason === undefined ? this.texts : [...this.texts, reason];
    return { text: all.join('\n'), hasFailed: reason !== undefined || this.outcome === 'bad' };
  }

  private reasonOf(end: BoundedEnd, seconds: number): string | undefined {
    if (this.full.aborted) {
      return `... the output is longer than ${mcpLimits.answerCharacters} characters: the rest was cut off and the call was stopped`;
    }
    switch (end.kind) {
      case 'done':
        return undefined;
      case 'cancelled':
        return 'the call was cancelled';
      case 'too-slow':
        return `the call took longer than ${seconds} s and was stopped`;
      case 'memory':
        return `the call used more than ${mcpLimits.heapMegabytes} MB of memory and was stopped`;
      case 'fault':
        return faultText(end.error);
    }
  }
}

/** Cuts the text without splitting a surrogate pair. */
function cut(text: string, max: number = mcpLimits.answerCharacters): string {
  if (text.length <= max) return text;
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

// The messages between the MCP server and its threads.

/** A checked call of a tool. */
export type ToolTask =
  | { readonly tool: 'check'; readonly paths: readonly string[] }
  | {
      readonly tool: 'run';
      readonly program: ToolProgram;
      /** A script to run before. */
      readonly setup: string | undefined;
    }
  | {
      readonly tool: 'test';
      readonly paths: readonly string[];
      /** Show only results whose transaction or expectation contains this text. */
      readonly filter: string | undefined;
      readonly coverage: boolean;
    }
  | { readonly tool: 'describe'; readonly name: string }
  | { readonly tool: 'find_symbol'; readonly name: string; readonly references: boolean }
  | { readonly tool: 'format'; readonly program: ToolProgram };

export type ToolProgram =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'file'; readonly path: string };

/** The start data of a thread. */
export type ToolWork = {
  readonly kind: 'tool';
  /** The current folder; the thread reads no files outside of it. */
  readonly folder: string;
  readonly task: ToolTask;
};

export type ToolMessage =
  /** One or more lines of the answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** The call failed, with the reason. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** The call has done its work, and the outcome is bad: an error, or a test that failed. */
  | { readonly kind: 'bad-outcome' };

/** The outcome of a tool: `bad` where the command of the same name would not end with status 0. */
export type ToolOutcome = 'good' | 'bad';
