// The programs of the server's threads: they check bodies, execute commands, or answer local requests.

import type { MessagePort } from 'node:worker_threads';
import type { Clock } from '../../base/ports/time.ts';
import { utf8 } from '../../base/bytes.ts';
import { answerQuestions, giveWay, Stopwatch, ThreadPort } from '../../base/threads/index.ts';
import { Interrupted } from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { BackgroundSignatures } from '../../node/signatures/background-signatures.ts';
import { FairSignatures } from '../../node/signatures/fair-signatures.ts';
import { DiskEntries, Environment } from '../../storage/disk/index.ts';
import { EntryDatabase, type EntryStore, isStoreFault } from '../../storage/entries/index.ts';
import { Evaluation } from './evaluation.ts';
import { checkBody } from './intake.ts';
import { limits } from './limits.ts';
import type {
  CheckSealed,
  EvaluationSettings,
  LocalQuestion,
  LocalReply,
  OpenSealedCommands,
  Question,
  Reply,
  SealedCommands,
  ServeThreadWork,
} from './messages.ts';
import { publicChain, serverTables } from './store.ts';

type Room = {
  readonly depthLimit: number;
  readonly nestingLimit: number;
  readonly isMemoryShort: () => boolean;
  readonly clock: Clock;
  readonly checkSealed: CheckSealed;
  readonly openSealed: OpenSealedCommands;
};

type WorkOf<Role> = Extract<ServeThreadWork, { readonly role: Role }>;

export function serveInThread(port: MessagePort, work: ServeThreadWork, room: Room): void {
  switch (work.role) {
    case 'intake':
      return checkBodies(port, work, room);
    case 'commands':
      return executeCommands(port, work, room);
    case 'questions':
      return answerLocals(port, work, room);
  }
}

function checkBodies(
  port: MessagePort,
  { bodies }: WorkOf<'intake'>,
  { nestingLimit, checkSealed }: Room,
): void {
  const thread = new ThreadPort<Question, Reply, undefined>(port);
  if (bodies === 'large') giveWay();
  const signatures = new FairSignatures({
    checker: new BackgroundSignatures(),
    atOnce: limits.signaturesAtOnce,
  });
  const options = { signatures, nestingLimit, checkSealed };
  thread.ready(undefined, ({ id, question }) => {
    if (question.kind === 'close') return thread.reply(id, { kind: 'closed' });
    if (question.kind !== 'check') return;
    void checkBody(question.body, question.what, options).then((reply) => thread.reply(id, reply));
  });
}

function executeCommands(port: MessagePort, work: WorkOf<'commands'>, room: Room): void {
  const thread = new ThreadPort<Question, Reply, undefined>(port);
  const drafted: { step: Uint8Array | undefined; number: number } = { step: undefined, number: 0 };
  const opened = openedOr(thread, () => {
    const onStep = (step: Uint8Array, number: number): void => {
      Object.assign(drafted, { step, number });
    };
    const { path } = work;
    const environment = new Environment({ path, tables: serverTables, isReading: true, onStep });
    const entries = new DiskEntries(environment, publicChain);
    const ofEntity = work.entity && new DiskEntries(environment, work.entity.number);
    return { environment, entries, ofEntity };
  });
  if (opened === undefined) return;
  const { environment, entries, ofEntity } = opened;
  const database = new EntryDatabase(entries);
  const sealed = ofEntity && sealedIn(work, room, environment, ofEntity);
  const evaluation = evaluationOf(work, room, { environment, database, sealed });
  let settled = 0;
  let untilForgotten: number = limits.stepsKept;
  thread.ready(undefined, ({ id, question }) => {
    if (question.kind === 'close') {
      void environment.close().then(() => thread.reply(id, { kind: 'closed' }));
      return;
    }
    if (question.kind !== 'execute') return;
    const stored = Atomics.load(work.stored, 0);
    if (stored > settled) environment.settleSteps(stored);
    settled = stored;
    drafted.step = undefined;
    const text = evaluation.execute(question);
    if (untilForgotten-- === 0) {
      untilForgotten = limits.stepsKept;
      for (const each of [entries, ofEntity]) {
        each?.apply({ kind: 'forget', transaction: each.nextTransaction });
      }
    }
    environment.endStep();
    thread.reply(id, { kind: 'executed', text, ...drafted });
  });
}

function answerLocals(port: MessagePort, work: WorkOf<'questions'>, room: Room): void {
  const opened = openedOr(new ThreadPort(port), () => {
    const environment = new Environment({ path: work.path, tables: serverTables, isReading: true });
    return { environment, entries: new DiskEntries(environment, publicChain) };
  });
  if (opened === undefined) return;
  const { environment, entries } = opened;
  const database = new EntryDatabase(entries);
  const evaluation = evaluationOf(work, room, { environment, database, sealed: undefined });
  const watch = new Stopwatch(room.clock, work.shared);
  if (work.lane === 'long') giveWay(limits.longNiceness);
  const answer = (question: LocalQuestion): LocalReply | 'stopped' => {
    try {
      environment.refresh();
      const changed = entries.refresh();
      if (changed === undefined) database.refresh();
      else database.forget(changed);
      return { kind: 'local-result', text: evaluation.local(question, watch.isOver) };
    } catch (error) {
      database.rollback();
      if (error instanceof Interrupted) return 'stopped';
      if (!isStoreFault(error)) throw error;
      return { kind: 'damaged', sentence: error.message };
    }
  };
  answerQuestions<LocalQuestion, LocalReply>({ port, watch, answer });
}

/** Opens what a thread needs from the disk, or ends the thread with the reason why it cannot. */
function openedOr<T, Question, Reply>(
  thread: ThreadPort<Question, Reply, undefined>,
  open: () => T,
): T | undefined {
  try {
    return open();
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    thread.unable({ sentence: error.message, isPassing: error.code === 'unwritable' });
    return undefined;
  }
}

function evaluationOf(
  work: EvaluationSettings,
  { depthLimit, nestingLimit, isMemoryShort, clock }: Room,
  own: {
    readonly environment: Environment;
    readonly database: Database;
    readonly sealed: SealedCommands | undefined;
  },
): Evaluation {
  const { environment, database, sealed } = own;
  const fileBytes = (): number => environment.fileBytes;
  const limited = { depthLimit, nestingLimit, isMemoryShort, clock };
  return new Evaluation(work, { ...limited, database, fileBytes, sealed });
}

/** Opens the commands for the entity of this server. */
function sealedIn(
  { entity: numbered }: EvaluationSettings,
  { nestingLimit, openSealed }: Room,
  environment: Environment,
  entries: EntryStore,
): SealedCommands | undefined {
  if (numbered === undefined) return undefined;
  const table = environment.table('opened');
  const opened = {
    has: (hash: string) => table.get(utf8(hash)) !== undefined,
    add: (hash: string) => table.put(utf8(hash), Uint8Array.of(1)),
  };
  return openSealed({ entity: numbered.entity, opened, nestingLimit, entries });
}
