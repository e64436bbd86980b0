// Headers around payloads, without proof of work: enough for blocks to have hashes and parents.

import { blockHash } from '../../src/chain/model/block-hash.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import type { PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import type { BlockMark } from '../../src/chain/state/notes.ts';

/** `nonce` distinguishes the blocks of branches. */
export function headerOn(
  parent: Pick<BlockMark, 'height' | 'hash'> | undefined,
  { payloadHash }: Pick<PayloadWithOutputs, 'payloadHash'>,
  nonce = 0n,
): BlockHeader {
  const height = parent === undefined ? 0 : parent.height + 1;
  const header = {
    forkState: 0n,
    creationTime: BigInt(height) * 30_000_000n,
    parent: parent?.hash ?? new Uint8Array(32),
    adjacents: [],
    target: 2n ** 256n - 1n,
    payloadHash,
    chainId: 0,
    weight: BigInt(height),
    height,
    networkCode: 1,
    epochStart: 0n,
    nonce,
  };
  return { ...header, hash: blockHash(header) };
}
