// The program of a thread that answers questions about the chains of a node, on what the node has stored.

import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../base/ports/time.ts';
import { answerQuestions, Stopwatch, type LaneName } from '../../base/threads/index.ts';
import { BackgroundSignatures, verifyHere } from '../signatures/background-signatures.ts';
import { answerChainQuestion } from './answer-question.ts';
import type { ChainAnswer, ChainQuestion } from './messages.ts';
import type { StoredChains, StoredPlace } from './stored-chains.ts';

/** What the node passes to a thread. */
export type QuestionThreadData = {
  readonly lane: LaneName;
  readonly shared: Int32Array;
  readonly place: StoredPlace;
};

/** `open`: opens the chains, whose execution ends when it is told that it is interrupted. */
export function answerFromStorage(
  port: MessagePort,
  { shared }: Pick<QuestionThreadData, 'shared'>,
  clock: Clock,
  open: (isInterrupted: () => boolean) => StoredChains,
): void {
  const watch = new Stopwatch(clock, shared);
  const chains = open(watch.isOver);
  // Nothing may be waited for, or the state could change in the middle of a question.
  const signatures = new BackgroundSignatures({ verify: verifyHere });
  answerQuestions<ChainQuestion, ChainAnswer>({
    port,
    watch,
    answer(question) {
      chains.beginQuestion();
      return answerChainQuestion(chains, question, signatures);
    },
    bytesOf: largeBytes,
    close: () => chains.close(),
  });
}

function largeBytes(answer: ChainAnswer): readonly ArrayBuffer[] {
  if (answer.kind !== 'local') return [];
  const { reply } = answer;
  if (reply.kind !== 'result' && reply.kind !== 'preflight') return [];
  if (typeof reply.json === 'string') return [];
  const { buffer } = reply.json;
  return buffer instanceof ArrayBuffer ? [buffer] : [];
}

/** Whether a question certainly takes longer than a turn: reading code takes microseconds for each character. */
export function isLongQuestion(question: ChainQuestion): boolean {
  switch (question.kind) {
    case 'local':
      return question.local.command.cmd.length > maxShortCode;
    case 'admission':
      return question.candidates.some(({ command }) => command.cmd.length > maxShortCode);
    case 'sealed-check':
      return question.checks.some(({ command }) => command.cmd.length > maxShortCode);
    case 'sealed':
      return question.sealed.command.cmd.length > maxShortCode;
    case 'proof':
    case 'payload-proof':
      return false;
  }
}

const maxShortCode = 32 * 1024;
