// Work for miners: the chain, the target, and the header without its hash, 322 bytes at degree 3. They return only the
// header, with another nonce and possibly another time.
// Source: Chainweb/BlockHeader/Internal.hs (encodeAsWorkHeader); consensus reference, section 2.5;
// specification, "Work header".

import { concatBytes } from '../../base/bytes.ts';
import { word32 } from './binary.ts';
import { encodeHeaderWithoutHash, type BlockHeader } from './header.ts';
import { word256Bytes } from './word256.ts';

export function encodeWorkHeader(header: Omit<BlockHeader, 'hash'>): Uint8Array {
  return concatBytes([
    word32(header.chainId),
    word256Bytes(header.target),
    encodeHeaderWithoutHash(header),
  ]);
}
