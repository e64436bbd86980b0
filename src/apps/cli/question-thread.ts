// The thread of a node or a devnet that answers questions about the chains.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../base/assert.ts';
import { systemClock } from '../../base/platform/system.ts';
import { giveWay } from '../../base/threads/index.ts';
import { answerFromStorage } from '../../node/questions/question-thread.ts';
import { StoredChains } from '../../node/questions/stored-chains.ts';

import { isMemoryShort } from './memory.ts';
import { networkOfQuestions, niceness, type QuestionWork } from './node/question-threads.ts';
import { chainRoom } from './stack-size.ts';

assert(parentPort !== null, 'a thread has a port to the one that started it');
const port = parentPort;
// The node's thread sends only this type.
const work = workerData as QuestionWork;
if (niceness[work.lane] > 0) giveWay(niceness[work.lane]);
const network = networkOfQuestions(work.network);
answerFromStorage(
  port,
  work,
  systemClock,
  (isInterrupted) =>
    new StoredChains({
      network,
      isInterrupted,
      isMemoryShort,
      place: work.place,
      ...chainRoom(),
    }),
);
