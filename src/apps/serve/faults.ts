// The errors that the server sends to clients: code, HTTP status, text.

import type { Hash } from '../../lang/session/run.ts';
import { faultsOf, type FaultTable } from '../../base/http/index.ts';
import { limits } from './limits.ts';

const mebibytes = (bytes: number): number => bytes / 2 ** 20;

const faults = {
  /** The body is malformed, or a command in it fails a check. */
  'bad-body': { status: 400, sentence: (sentence: string) => sentence },
  'bad-flag': {
    status: 400,
    sentence: (name: string) => `the parameter ${name} must be true or false`,
  },
  /** The text is the reference's. */
  duplicate: {
    status: 400,
    sentence: (requestKey: Hash) =>
      `Request key: ${requestKey} has already been submitted. ` +
      'If you are resubmitting a valid transaction, try changing the nonce in the payload',
  },
  'ended-by-command': { status: 400, sentence: (sentence: string) => sentence },
  'sealed-for-others': {
    status: 404,
    sentence: (requestKey: Hash) =>
      `the command ${requestKey} is sealed for other entities: it is stored, not executed`,
  },
  'thread-failed': { status: 500, sentence: (sentence: string) => sentence },
  'no-answer': { status: 500, sentence: () => 'the thread gave no answer' },
  'lost-result': { status: 500, sentence: () => 'the result was lost' },
  busy: { status: 503, sentence: () => 'the server is busy: retry later' },
  'body-unchecked': { status: 503, sentence: (sentence: string) => sentence },
  'busy-with-locals': {
    status: 503,
    sentence: () => 'the server is busy with other local requests: retry later',
  },
  'disk-damaged': { status: 500, sentence: (sentence: string) => sentence },
  'disk-refused': {
    status: 503,
    sentence: (sentence: string) => `${sentence}: no command of this request was accepted`,
  },
  'disk-in-doubt': {
    status: 503,
    sentence: (sentence: string) => `${sentence}: poll to see whether the commands were accepted`,
  },
  'full-of-commands': {
    status: 503,
    sentence: (waiting: number) => `${waiting} commands are waiting already: retry later`,
  },
  'full-of-bytes': {
    status: 503,
    sentence: (waiting: number) =>
      `${waiting} commands are waiting already (${mebibytes(limits.waitingBytes)} MiB): retry later`,
  },
  'stopping-sends': {
    status: 503,
    sentence: () => 'the server is shutting down: send again later',
  },
  'stopping-listens': {
    status: 503,
    sentence: () => 'the server is shutting down: retry later',
  },
  'too-many-listen': {
    status: 503,
    sentence: () => `${limits.listeners} requests are waiting already: retry later`,
  },
  'listened-too-long': {
    status: 504,
    sentence: (own: {
      readonly seconds: number;
      readonly requestKey: Hash;
      readonly isWaiting: boolean;
    }) => {
      const state = own.isWaiting ? 'has not been executed yet' : 'is not known here';
      return `the command ${own.requestKey} ${state} after ${own.seconds} seconds`;
    },
  },
} as const satisfies FaultTable;

export const fault = faultsOf(faults);
