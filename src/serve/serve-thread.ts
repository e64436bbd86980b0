// What runs in a thread of the server: it takes questions and answers them, in order where they are
// about the state.

import type { MessagePort } from 'node:worker_threads';
import { BackgroundSignatures } from '../command-node/background-signatures.ts';
import { isStoreFault } from '../store/index.ts';
import { Evaluation, type EvaluationRoom } from './evaluation.ts';
import { checkBody } from './intake.ts';
import type {
  EvaluationSettings,
  FromThread,
  Reply,
  ServeThreadWork,
  ToThread,
} from './messages.ts';

type Room = Omit<EvaluationRoom, 'sql'> & {
  readonly openSql: () => Promise<EvaluationRoom['sql']>;
};

export async function serveInThread(
  port: MessagePort,
  work: ServeThreadWork,
  room: Room,
): Promise<void> {
  const send = (message: FromThread): void => port.postMessage(message);
  const marks = { public: 0n, sealed: 0n };
  if (work.role === 'intake') {
    const options = { checker: new BackgroundSignatures(), nestingLimit: room.nestingLimit };
    port.on('message', ({ id, question }: ToThread) => {
      const reply = (sent: Reply): void => send({ kind: 'reply', id, reply: sent });
      if (question.kind === 'close') return reply({ kind: 'closed' });
      if (question.kind !== 'check') return;
      void checkBody(question.body, question.what, options).then(reply);
    });
    send({ kind: 'ready', marks });
    return;
  }
  const evaluation = await opened(work, room, send);
  if (evaluation === undefined) {
    port.close();
    return;
  }
  port.on('message', ({ id, question }: ToThread) => {
    if (question.kind === 'check') return;
    send({ kind: 'reply', id, reply: evaluation.answer(question) });
  });
  send({ kind: 'ready', marks: evaluation.marks });
}

/** `undefined` where the state cannot be opened, which is told. */
async function opened(
  work: EvaluationSettings,
  { openSql, ...room }: Room,
  send: (message: FromThread) => void,
): Promise<Evaluation | undefined> {
  const sql = await openSql();
  try {
    return new Evaluation(work, { ...room, sql });
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    const advice =
      error.code === 'damaged' && work.isWhole
        ? '; without this file the state is made again from commands.log'
        : '';
    send({ kind: 'unable', sentence: `${error.message}${advice}` });
    return undefined;
  }
}
