// The threads that answer questions about the chains of a node or a devnet.

import { availableParallelism, totalmem } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { assert } from '../../../base/assert.ts';
import { systemClock, systemTimer } from '../../../base/platform/system.ts';
import { questionLimits, ThreadPool, type LaneName } from '../../../base/threads/index.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { development } from '../../../chain/rules/networks/development.ts';
import { developmentNetwork } from '../../../node/devnet/development-network.ts';
import type { ChainAnswer, ChainQuestion } from '../../../node/questions/messages.ts';
import {
  isLongQuestion,
  type QuestionThreadData,
} from '../../../node/questions/question-thread.ts';
import type { StoredPlace } from '../../../node/questions/stored-chains.ts';
import { networkRules } from '../chain/networks.ts';
import { startDeepThread } from '../deep-thread.ts';
import { chainStackSizeMb } from '../stack-size.ts';

/** How a thread finds the network, whose rules are code. */
export type QuestionNetwork =
  | { readonly kind: 'devnet'; readonly chains: number }
  /** A name, or a file and its text. */
  | { readonly kind: 'node'; readonly operand: string; readonly text: string | undefined };

export type QuestionWork = QuestionThreadData & { readonly network: QuestionNetwork };

/** Long questions give way to the thread of the node, which makes blocks, and to short questions. */
export const niceness = { short: 0, long: 10 } as const satisfies Record<LaneName, number>;

/** More would take memory that is better used elsewhere. */
const maxShort = 4;
const maxLong = 2;

const gibibyte = 1024 * 1024 * 1024;

/** Starts no thread yet. */
export function questionThreads(
  network: QuestionNetwork,
  onFault: (error: unknown) => void,
): (place: StoredPlace) => ThreadPool<ChainQuestion, ChainAnswer> {
  const processors = availableParallelism();
  const threads = {
    short: Math.min(maxShort, Math.max(1, processors - 1)),
    long: Math.min(maxLong, Math.max(1, Math.floor(processors / 4))),
  };
  return (place) =>
    new ThreadPool<ChainQuestion, ChainAnswer>({
      threads,
      startThread: (lane, shared) => startThread({ lane, shared, place, network }),
      clock: systemClock,
      timer: systemTimer,
      limits: questionLimits,
      isLong: isLongQuestion,
      onFault,
    });
}

function startThread(work: QuestionWork): Worker {
  const worker = startDeepThread(new URL('./question-thread.js', import.meta.url), work, {
    maxOldGenerationSizeMb: heapMegabytes(),
    maxYoungGenerationSizeMb: youngMegabytes,
    stackSizeMb: Math.min(questionStackMb, chainStackSizeMb()),
  });
  // It ends with the thread that started it.
  worker.unref();
  return worker;
}

/**
 * The stack of 4 million evaluation steps, the most of a question, and of the brackets of the longest code: as much as these
 * take in the thread of the node.
 */
const questionStackMb = 2400;

const youngMegabytes = 32;

/** Enough for the largest values that gas pays for, a few times; a small machine has less. */
function heapMegabytes(): number {
  return totalmem() < 4 * gibibyte ? 384 : 768;
}

/** Returns the network without the hashes of its first payloads. */
export function networkOfQuestions(network: QuestionNetwork): Network {
  if (network.kind === 'devnet') {
    const made = developmentNetwork(network.chains);
    assert(made.ok, 'the devnet has this network');
    return made.value;
  }
  if (network.operand === development.name) {
    const target = development.genesis.target(0);
    return { ...development, genesis: { ...development.genesis, target: () => target } };
  }
  const found = networkRules(network.operand, network.text);
  if (!found.ok) throw new Error(`the network cannot be read any more: ${found.fault}`);
  return found.value;
}
