// What runs in a thread of the server: it takes questions and answers them, in order where they are
// about the state.

import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { BackgroundSignatures } from '../command-node/background-signatures.ts';
import { FairSignatures } from '../command-node/fair-signatures.ts';
import { isStoreFault, type StoreFault } from '../store/index.ts';
import { Evaluation, type EvaluationRoom } from './evaluation.ts';
import { checkBody } from './intake.ts';
import { limits } from './limits.ts';
import type {
  EvaluationSettings,
  FromThread,
  Reply,
  ServeThreadWork,
  ToThread,
} from './messages.ts';
import { giveWay } from './thread-priority.ts';
import { Turns } from './turns.ts';

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
    if (work.bodies === 'large') giveWay();
    const signatures = new FairSignatures({
      checker: new BackgroundSignatures(),
      atOnce: limits.signaturesAtOnce,
    });
    const options = { signatures, nestingLimit: room.nestingLimit };
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
  const turns = new Turns({
    evaluation,
    receive: () =>
      (receiveMessageOnPort(port) as { readonly message: ToThread } | undefined)?.message,
    reply: (id, reply) => send({ kind: 'reply', id, reply }),
    running: work.running,
    timeLimitMs: work.timeLimitMs,
  });
  port.on('message', (message: ToThread) => {
    try {
      turns.work(message);
    } catch (error) {
      if (!isStoreFault(error)) throw error;
      // What was not stored was not told either: another thread does it once the disk can be written.
      abandon(evaluation);
      send(unable(error));
      port.close();
    }
  });
  send({ kind: 'ready', marks: evaluation.marks });
}

/** Its files are closed, as far as the disk lets them be. */
function abandon(evaluation: Evaluation): void {
  try {
    evaluation.answer({ kind: 'close' });
  } catch (error) {
    if (!isStoreFault(error)) throw error;
  }
}

function unable({ code, message: sentence }: StoreFault, advice = ''): FromThread {
  return { kind: 'unable', sentence: `${sentence}${advice}`, isPassing: code === 'unwritable' };
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
    const canBeMade = error.code === 'damaged' && work.isWhole;
    send(unable(error, canBeMade ? madeAgain : ''));
    return undefined;
  }
}

const madeAgain = '; without this file the state is made again from commands.log';
