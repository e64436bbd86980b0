// Runs calls in threads, a few at a time, each with its limits.

import { runBounded, type BoundedEnd } from '../../../base/threads/index.ts';
import { faultText } from '../fault.ts';
import { stackSizeMb } from '../stack-size.ts';
import { mcpLimits } from './limits.ts';
import type { ToolMessage, ToolOutcome, ToolTask, ToolWork } from './messages.ts';

export type CallAnswer = { readonly text: string; readonly hasFailed: boolean };

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
function cut(text: string, most: number = mcpLimits.answerCharacters): string {
  if (text.length <= most) return text;
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
