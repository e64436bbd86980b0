// The reasons why a block is refused, or cannot be made.

import { toBase64Url } from '../../base/base64url.ts';
import type { Hash } from '../model/header.ts';
import type { PayloadWithOutputs } from '../model/payload.ts';

export type BlockFailure =
  | { readonly kind: 'too-many-transactions'; readonly count: number; readonly limit: number }
  /** The hashes in the payload do not match its content. */
  | { readonly kind: 'wrong-payload-hashes'; readonly hashes: readonly string[] }
  /** The payload hash differs from that of the header. */
  | { readonly kind: 'other-payload'; readonly expected: Hash; readonly found: Hash }
  | { readonly kind: 'unreadable-transactions'; readonly texts: readonly string[] }
  | { readonly kind: 'invalid-transactions'; readonly transactions: readonly InvalidTransaction[] }
  | { readonly kind: 'coinbase-failed'; readonly text: string }
  /** Its gas could not be bought or redeemed. */
  | {
      readonly kind: 'transaction-refused';
      readonly position: number;
      readonly requestKey: string;
      readonly text: string;
    }
  | {
      readonly kind: 'block-gas-limit-exceeded';
      readonly position: number;
      readonly requestKey: string;
      /** The gas limit of the transaction. */
      readonly gasLimit: bigint;
      /** The gas left in the block. */
      readonly gasLeft: bigint;
    }
  | { readonly kind: 'interrupted'; readonly position: number }
  /** Execution gives another payload. */
  | {
      readonly kind: 'payload-mismatch';
      readonly expected: Hash;
      readonly found: Hash;
      /** The first difference, if the payload came with outputs. */
      readonly differs: PayloadPart | undefined;
      /** The result of execution. */
      readonly executed: PayloadWithOutputs;
    };

export type InvalidTransaction = { readonly requestKey: string; readonly text: string };

export type PayloadPart =
  | { readonly part: 'coinbase' | 'inputs' }
  | { readonly part: 'output'; readonly position: number };

/** Returns one sentence. Programs use `kind`. */
export function blockFailureText(failure: BlockFailure): string {
  switch (failure.kind) {
    case 'too-many-transactions':
      return `The block has ${failure.count} transactions; at most ${failure.limit} are allowed`;
    case 'wrong-payload-hashes':
      return `The payload does not have the hashes that it claims: ${failure.hashes.join(', ')}`;
    case 'other-payload':
      return `The header belongs to payload ${shown(failure.expected)}, not to ${shown(failure.found)}`;
    case 'unreadable-transactions':
      return `Failed to decode pact transactions: ${failure.texts.join('. ')}`;
    case 'invalid-transactions':
      return failure.transactions
        .map(({ requestKey, text }) => `Transaction ${requestKey} is not valid: ${text}`)
        .join('; ');
    case 'coinbase-failed':
      return `The reward of the miner failed: ${failure.text}`;
    case 'transaction-refused':
      return `Transaction ${failure.position} cannot be in a block: ${failure.text}`;
    case 'block-gas-limit-exceeded':
      return (
        `Transaction ${failure.position} (${failure.requestKey}) failed with only ${failure.gasLeft} gas left in the block; ` +
        `its gas limit is ${failure.gasLimit}`
      );
    case 'interrupted':
      return `Execution was interrupted before transaction ${failure.position} was finished`;
    case 'payload-mismatch': {
      const where =
        failure.differs === undefined
          ? ''
          : `; the first difference is ${partText(failure.differs)}`;
      return `The block has payload ${shown(failure.expected)}, but execution gives ${shown(failure.found)}${where}`;
    }
  }
}

function partText(part: PayloadPart): string {
  return part.part === 'output'
    ? `the output of transaction ${part.position}`
    : partNames[part.part];
}

const partNames = {
  coinbase: 'the reward of the miner',
  inputs: 'a transaction or the miner',
} as const;

const shown = (hash: Hash): string => toBase64Url(hash);
