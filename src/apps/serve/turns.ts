// The order in which the evaluating thread answers. Commands run in the order of the command log, and local
// requests alternate with them. A local request that takes long is stopped for later ones and has a longer
// turn the next time. Short local requests are also answered during an evaluation, so that small requests do
// not wait for large ones.

import type { Clock } from '../../base/ports/time.ts';
import { limits } from './limits.ts';
import type { Question, Reply, ToThread } from './messages.ts';

/** The operations that turns need from the evaluation. */
export type Answering = {
  answer: (question: EvaluationQuestion, putOff?: () => boolean) => Reply;
  localBetween: (question: LocalQuestion) => Reply | undefined;
  doMeanwhile: (work: () => void) => void;
};

type EvaluationQuestion = Exclude<Question, { readonly kind: 'check' }>;
type LocalQuestion = Extract<Question, { readonly kind: 'local' }>;

type TurnsOptions = {
  readonly evaluation: Answering;
  /** Returns the next question that has arrived. */
  readonly receive: () => ToThread | undefined;
  readonly reply: (id: number, reply: Reply) => void;
  /** Shared memory with one number: the id of the present question. */
  readonly running: Int32Array;
  readonly timeLimitMs: number;
  readonly clock: Clock;
};

type Local = {
  readonly id: number;
  readonly question: LocalQuestion;
  readonly until: number;
  /** Turns in which it did not end. */
  turns: number;
  /** Whether it may be answered during another evaluation. */
  isShort: boolean;
};

export class Turns {
  private readonly options: TurnsOptions;
  /** Everything but local requests, in order of arrival. */
  private readonly others: { readonly id: number; readonly question: EvaluationQuestion }[] = [];
  /** Local requests; those with fewer turns come first. */
  private readonly locals: Local[] = [];
  private isLocalNext = false;
  /** Whether the present question is a local request. */
  private isLocal = false;
  private nextLook = 0;
  /** The present evaluation: when it began, and the time spent on other answers meanwhile. */
  private began = 0;
  private between = 0;

  constructor(options: TurnsOptions) {
    this.options = options;
    options.evaluation.doMeanwhile(() => this.answerShort());
  }

  /** Answers everything that has arrived. */
  work(first?: ToThread): void {
    if (first !== undefined) this.take(first);
    for (;;) {
      this.takeAll();
      const local = this.isLocalNext || this.others.length === 0 ? this.locals.shift() : undefined;
      this.isLocalNext = local === undefined;
      if (local !== undefined) this.answerLocal(local);
      else {
        const other = this.others.shift();
        if (other !== undefined) this.answer(other.id, other.question);
        if (other?.question.kind === 'close') return;
        if (other === undefined && this.locals.length === 0) return;
      }
    }
  }

  private takeAll(): void {
    const { receive } = this.options;
    for (let next = receive(); next !== undefined; next = receive()) this.take(next);
  }

  private take({ id, question }: ToThread): void {
    if (question.kind === 'check') return;
    if (question.kind !== 'local') {
      this.others.push({ id, question });
      return;
    }
    const isShort = question.text.length <= limits.betweenCharacters;
    const until = this.options.clock.nowMs() + this.options.timeLimitMs;
    this.queue({ id, question, until, turns: 0, isShort });
  }

  private queue(local: Local): void {
    const at = this.locals.findIndex(({ turns }) => turns > local.turns);
    this.locals.splice(at === -1 ? this.locals.length : at, 0, local);
  }

  private answer(id: number, question: EvaluationQuestion, putOff?: () => boolean): void {
    this.isLocal = false;
    const reply = this.timed(id, () => this.options.evaluation.answer(question, putOff));
    this.options.reply(id, reply);
  }

  private answerLocal(local: Local): void {
    const { id, question } = local;
    const sliceEnd = this.options.clock.nowMs() + limits.firstTurnMs * 4 ** local.turns;
    this.isLocal = true;
    const turn = { isOver: false };
    // The evaluation itself stops if commands are waiting.
    const putOff = (): boolean => {
      turn.isOver = this.locals.length > 0 && this.options.clock.nowMs() > sliceEnd;
      return turn.isOver;
    };
    const reply = this.timed(id, () => this.options.evaluation.answer(question, putOff));
    if (reply.kind !== 'postponed' || !turn.isOver || this.options.clock.nowMs() > local.until) {
      return this.options.reply(id, reply);
    }
    local.turns++;
    local.isShort = false;
    this.queue(local);
  }

  private timed(id: number, work: () => Reply): Reply {
    Atomics.store(this.options.running, 0, id);
    this.began = this.options.clock.nowMs();
    this.between = 0;
    const reply = work();
    Atomics.store(this.options.running, 0, -1);
    return reply;
  }

  /** Answers during an evaluation. Commands keep at least half of the time. */
  private answerShort(): void {
    const now = this.options.clock.nowMs();
    if (now < this.nextLook) return;
    this.nextLook = now + limits.betweenEveryMs;
    const isMuch = this.between > (now - this.began) / 2 + limits.localSliceMs;
    if (isMuch && !this.isLocal) return;
    this.takeAll();
    const at = this.locals.findIndex(({ isShort }) => isShort);
    const local = this.locals[at];
    if (local === undefined) return;
    const running = Atomics.exchange(this.options.running, 0, local.id);
    const reply = this.options.evaluation.localBetween(local.question);
    Atomics.store(this.options.running, 0, running);
    this.between += this.options.clock.nowMs() - now;
    this.nextLook = 0;
    if (reply === undefined) local.isShort = false;
    else {
      this.locals.splice(at, 1);
      this.options.reply(local.id, reply);
    }
  }
}
