// Why a state of a chain cannot be had.

import { equalBytes } from '../../base/bytes.ts';
import type { Hash } from '../model/header.ts';
import type { BlockMark } from './notes.ts';

export type StateFailure =
  /** The height is above the newest block. */
  | { readonly kind: 'not-there'; readonly height: number }
  /** It is too far below the newest block. */
  | { readonly kind: 'not-kept'; readonly height: number }
  /** The chain has a different block at this height. */
  | { readonly kind: 'other-block'; readonly height: number; readonly hash: Hash };

/** Returns the failure if another block is expected. */
export function otherBlock({ height, hash }: BlockMark, expected: Hash): StateFailure | undefined {
  return equalBytes(hash, expected) ? undefined : { kind: 'other-block', height, hash };
}
