// The line of the thread that serves clients to the engine: questions with their answers, and events.

import { StoreFault } from '../../storage/entries/index.ts';
import type { MiningEvent } from '../port.ts';
import type {
  EngineQuestion,
  EngineQuestions,
  FromEngine,
  Noticed,
  QuestionKind,
  ToEngine,
} from './messages.ts';

type Open = {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
};

type Asked<Kind extends QuestionKind> = {
  readonly id: number;
  readonly answer: Promise<EngineQuestions[Kind]['answer']>;
};

/** Told events: all but answers. */
export type Told = Extract<
  FromEngine,
  { readonly kind: 'changed' | 'refused' | 'executed' | 'health' }
>;

export class EngineLine {
  private readonly send: (message: ToEngine) => void;
  private readonly onTold: (told: Told) => void;
  private readonly open = new Map<number, Open>();
  private readonly streams = new Map<number, (event: MiningEvent | undefined) => void>();
  private lastId = 0;

  constructor(send: (message: ToEngine) => void, onTold: (told: Told) => void) {
    this.send = send;
    this.onTold = onTold;
  }

  ask<Kind extends QuestionKind>(
    kind: Kind,
    asked: EngineQuestions[Kind]['asked'],
    onEvent?: (event: MiningEvent | undefined) => void,
  ): Asked<Kind> {
    const id = ++this.lastId;
    const answer = new Promise<EngineQuestions[Kind]['answer']>((resolve, reject) => {
      // The engine answers each kind with the data of this kind.
      this.open.set(id, { resolve: resolve as Open['resolve'], reject });
    });
    if (onEvent !== undefined) this.streams.set(id, onEvent);
    this.send({ kind: 'question', question: { kind, id, asked } as unknown as EngineQuestion });
    return { id, answer };
  }

  /** Nobody waits for the answer, or the events, any more. */
  leave(id: number): void {
    this.streams.delete(id);
    this.send({ kind: 'left', id });
  }

  notice(what: Noticed): void {
    this.send({ kind: 'noticed', what });
  }

  readonly take = (message: FromEngine): void => {
    switch (message.kind) {
      case 'answer':
        this.open.get(message.id)?.resolve(message.answer);
        this.open.delete(message.id);
        return;
      case 'failed':
        this.open.get(message.id)?.reject(errorOf(message.sentence));
        this.open.delete(message.id);
        return;
      case 'event':
        this.streams.get(message.id)?.(message.event);
        if (message.event === undefined) this.streams.delete(message.id);
        return;
      case 'changed':
      case 'refused':
      case 'executed':
      case 'health':
        return this.onTold(message);
    }
  };
}

/** Internal faults are reported where they happen. */
function errorOf(sentence: string | undefined): Error {
  if (sentence !== undefined) return new StoreFault('damaged', sentence);
  return new Error('the engine could not answer');
}
