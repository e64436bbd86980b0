// The faults of the HTTP interface: code, status, sentence. Sentences that existing programs match on are the
// reference's.
// Source: interface reference, sections 1 and 5.

import { type FaultAnswer, faultsOf, type FaultTable } from '../../base/http/index.ts';
import type { Unserved } from '../port.ts';

export const apiFaults = {
  'bad-query': {
    status: 400,
    sentence: (own: { readonly name: string; readonly why: string }) =>
      `Error parsing query parameter ${own.name} failed: ${own.why}`,
  },
  'bad-body': {
    status: 400,
    sentence: (own: { readonly path?: string | undefined; readonly why: string }) =>
      `Error in $${pathAfterRoot(own.path)}: ${own.why}`,
  },
  'bad-hash': {
    status: 400,
    sentence: (what: string) => `the ${what} in the path must be 43 characters of base64url`,
  },
  'unreadable-command': {
    status: 400,
    sentence: (why: string) => `reading JSON for transaction failed: ${why}`,
  },
  'refused-transactions': {
    status: 400,
    sentence: (refused: readonly RefusedEntry[]) =>
      `One or more transactions were invalid: ${refused.map(refusedText).join(', ')}`,
  },
  'invalid-metadata': {
    status: 400,
    sentence: (failures: string) => `Metadata validation failed: ${failures}`,
  },
  'validation-failed': { status: 400, sentence: (why: string) => `Validation failed: ${why}` },
  'execution-failed': { status: 400, sentence: (json: string) => `Execution failed: ${json}` },
  'wrong-key-length': {
    status: 400,
    sentence: (own: { readonly key: string; readonly bytes: number }) =>
      `Request Key ${own.key} has incorrect hash of length ${own.bytes}`,
  },
  'unknown-transaction': {
    status: 400,
    sentence: (key: string) => `Transaction hash not found: "${key}"`,
  },
  'no-such-target': {
    status: 400,
    sentence: (chain: string) =>
      `SPV target not reachable: the network has no chain ${chain}: targetChainId must be one of its chains`,
  },
  'no-proof': { status: 400, sentence: (text: string) => text },
  'not-private': {
    status: 404,
    sentence: () =>
      'this node takes no sealed commands, because it has no entity. To add one, start pact devnet with --entity, ' +
      '--entity-key and --entities, or set entity, entityKey and entities for pact node: docs/private.md has an example. ' +
      'Public transactions go to send',
  },
  'no-origin': { status: 400, sentence: () => 'Cut is missing an origin entry' },
  'unknown-peer': { status: 401, sentence: () => 'Unknown peer' },
  'bad-peer': { status: 400, sentence: (why: string) => `Invalid hostaddress: ${why}` },
  'no-such-backup': { status: 404, sentence: () => 'no such backup' },
  'unknown-miner': {
    status: 403,
    sentence: (account: string) => `Unauthorized Miner: ${account}`,
  },
  'too-much-work': { status: 503, sentence: () => 'Too many work requests' },
  'bad-work': { status: 400, sentence: (why: string) => `Decoding error: ${why}` },
  'unknown-work': { status: 404, sentence: () => 'No associated Payload' },
  'invalid-work': { status: 400, sentence: (why: string) => `Invalid solved work: ${why}` },
  'no-update-stream': {
    status: 503,
    sentence: () => 'No more update streams available currently. Retry later.',
  },
  draining: { status: 503, sentence: () => 'Failed health check due to service drain.\n' },
  unavailable: { status: 503, sentence: (sentence: string) => sentence },
  busy: {
    status: 503,
    sentence: (own: { readonly open: number; readonly what: string }) =>
      `${own.open} ${own.what} are open: retry later`,
  },
  'too-many-questions': {
    status: 503,
    sentence: () => 'too many requests wait for their turn: retry later',
  },
  'too-much-memory': {
    status: 400,
    sentence: () => 'the code needs more memory than a request may use: it was stopped',
  },
  'ended-thread': {
    status: 500,
    sentence: () =>
      'the thread that worked on the request has ended because of an internal error; the log of the node has details',
  },
  'too-slow': {
    status: 503,
    sentence: () => 'the request took longer than the node allows: request less, or retry later',
  },
  'lost-payload': {
    status: 500,
    sentence: (hash: string) => `the payload of block ${hash} is not stored any more`,
  },
} as const satisfies FaultTable;

export const fault = faultsOf(apiFaults);

/** For questions that were not answered although nothing is wrong with them. */
export const unservedFaults = [
  'too-many-questions',
  'too-much-memory',
  'ended-thread',
  'unavailable',
] as const satisfies readonly (keyof typeof apiFaults)[];

const headersOnly =
  'this node follows headers only (follow: headers): it has no states, and takes no transactions. Ask a node that executes blocks';

export function unservedFault({ why }: Unserved): FaultAnswer {
  switch (why) {
    case 'busy':
      return fault('too-many-questions');
    case 'memory':
      return fault('too-much-memory');
    case 'fault':
      return fault('ended-thread');
    case 'ending':
      return fault('unavailable', 'the node is shutting down: retry later');
    case 'headers-only':
      return fault('unavailable', headersOnly);
  }
}

type RefusedEntry = {
  readonly requestKey: string;
  readonly index: number;
  readonly text: string;
};

const refusedText = ({ requestKey, index, text }: RefusedEntry): string =>
  `Transaction "${requestKey}" at index ${index} failed with: ${text}`;

function pathAfterRoot(path: string | undefined): string {
  if (path === undefined || path === '') return '';
  return path.startsWith('[') ? path : `.${path}`;
}
