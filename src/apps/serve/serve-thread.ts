// The program of the server's threads: receives questions and answers them; those about the state in order.

import type { MessagePort } from 'node:worker_threads';
import { BackgroundSignatures } from '../../node/signatures/background-signatures.ts';
import { FairSignatures } from '../../node/signatures/fair-signatures.ts';
import type { Marks } from '../command-log/index.ts';
import { isStoreFault, type StoreFault } from '../../storage/entries/index.ts';
import { giveWay, ThreadPort } from '../../base/threads/index.ts';
import { Evaluation, type EvaluationRoom } from './evaluation.ts';
import { checkBody } from './intake.ts';
import { limits } from './limits.ts';
import type {
  EvaluationSettings,
  Question,
  Reply,
  ServeThreadWork,
  CheckSealed,
} from './messages.ts';
import { Turns } from './turns.ts';

type Room = Omit<EvaluationRoom, 'sql'> & {
  readonly openSql: () => Promise<EvaluationRoom['sql']>;
  readonly checkSealed?: CheckSealed;
};

export async function serveInThread(
  port: MessagePort,
  work: ServeThreadWork,
  room: Room,
): Promise<void> {
  if (work.role === 'evaluation') return evaluateInThread(port, work, room);
  const thread = new ThreadPort<Question, Reply, undefined>(port);
  if (work.bodies === 'large') giveWay();
  const signatures = new FairSignatures({
    checker: new BackgroundSignatures(),
    atOnce: limits.signaturesAtOnce,
  });
  const { nestingLimit, checkSealed } = room;
  const options = { signatures, nestingLimit, checkSealed };
  thread.ready(undefined, ({ id, question }) => {
    if (question.kind === 'close') return thread.reply(id, { kind: 'closed' });
    if (question.kind !== 'check') return;
    void checkBody(question.body, question.what, options).then((reply) => thread.reply(id, reply));
  });
}

async function evaluateInThread(
  port: MessagePort,
  work: EvaluationSettings,
  room: Room,
): Promise<void> {
  const thread = new ThreadPort<Question, Reply, Marks>(port);
  const evaluation = await opened(work, room);
  if (evaluation.kind === 'unable') {
    thread.unable(evaluation);
    return;
  }
  const { value } = evaluation;
  const turns = new Turns({
    evaluation: value,
    receive: () => thread.next(),
    reply: (id, reply) => thread.reply(id, reply),
    running: work.running,
    timeLimitMs: work.timeLimitMs,
    clock: room.clock,
  });
  thread.ready(value.marks, (asked) => {
    try {
      turns.work(asked);
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      // A result that was not stored was not sent either: another thread executes the command once the disk can be written.
      abandon(value);
      thread.unable(unable(error));
    }
  });
}

/** Closes its files as far as the disk allows. */
function abandon(evaluation: Evaluation): void {
  try {
    evaluation.answer({ kind: 'close' });
  } catch (error) {
    if (!isStoreFault(error)) throw error;
  }
}

type Unable = { readonly sentence: string; readonly isPassing: boolean };

function unable({ code, message: sentence }: StoreFault, advice = ''): Unable {
  return { sentence: `${sentence}${advice}`, isPassing: code === 'unwritable' };
}

type Opened =
  | { readonly kind: 'evaluation'; readonly value: Evaluation }
  | ({ readonly kind: 'unable' } & Unable);

async function opened(work: EvaluationSettings, { openSql, ...room }: Room): Promise<Opened> {
  const sql = await openSql();
  try {
    return { kind: 'evaluation', value: new Evaluation(work, { ...room, sql }) };
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    const canBeMade = error.code === 'damaged' && work.isWhole;
    return { kind: 'unable', ...unable(error, canBeMade ? madeAgain : '') };
  }
}

const madeAgain = '; if you delete this file, the state is rebuilt from commands.log';
