// The reasons why a proof cannot be made, with the reference's texts: clients wait and retry while the text is `SPV
// target not reachable`.
// Source: Chainweb/SPV.hs (SpvException), Chainweb/Pact/RestAPI/Server.hs (spvHandler); API reference, section 5.6.

import { toBase64Url } from '../../base/base64url.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { Hash } from '../model/header.ts';

type Place = { readonly chain: ChainId; readonly height: number };

export type ProofFault =
  | {
      readonly kind: 'target-not-reachable';
      /** The target chain has no block yet that is far enough, or the given one is not above the transaction. */
      readonly why: 'too-young' | 'not-below';
      readonly source: Place;
      readonly target: Place;
    }
  | { readonly kind: 'inconsistent-payload'; readonly hash: Hash }
  | { readonly kind: 'missing-payload'; readonly hash: Hash }
  | { readonly kind: 'no-such-transaction'; readonly index: number; readonly count: number }
  | { readonly kind: 'unknown-request-key'; readonly requestKey: string }
  | { readonly kind: 'unreadable-output'; readonly index: number }
  | { readonly kind: 'insufficient-depth'; readonly expected: number; readonly actual: number }
  | { readonly kind: 'event-not-supported'; readonly cause: string };

/** Returns the message alone: the reference's, if it has one. */
export function proofFaultText(fault: ProofFault): string {
  switch (fault.kind) {
    case 'target-not-reachable':
      return fault.why === 'too-young'
        ? 'target chain not reachable. Chainweb instance is too young'
        : "Target of SPV proof can't be reached from the source transaction";
    case 'inconsistent-payload':
      return "The stored payload hash doesn't match the the db index";
    case 'missing-payload':
      return `the payload ${toBase64Url(fault.hash)} is not stored`;
    case 'no-such-transaction':
      return `the block has no transaction ${fault.index}: it has ${fault.count}`;
    case 'unknown-request-key':
      return `RequestKeyNotFoundException "${fault.requestKey}"`;
    case 'unreadable-output':
      return `the output of transaction ${fault.index} is not a command result`;
    case 'insufficient-depth':
      return 'Insufficient depth of root header for SPV proof';
    case 'event-not-supported':
      return fault.cause;
  }
}

/** Returns the text that `POST spv2` sends with status 400: the reference shows its exception. */
export function payloadProofAnswerText(fault: ProofFault): string {
  const text = proofFaultText(fault);
  const shown =
    fault.kind === 'insufficient-depth'
      ? `SpvExceptionInsufficientProofDepth {_spvExceptionMsg = "${text}"` +
        `, _spvExceptionExpectedDepth = Expected {getExpected = ${fault.expected}}` +
        `, _spvExceptionActualDepth = Actual {getActual = ${fault.actual}}}`
      : text;
  return `SPV proof creation failed:${shown}`;
}

/** Returns the text that `POST spv` sends with status 400. */
export function proofAnswerText(fault: ProofFault): string {
  const text = proofFaultText(fault);
  return fault.kind === 'target-not-reachable'
    ? `SPV target not reachable: ${text}`
    : `Internal error: SPV verification failed: ${text}`;
}
