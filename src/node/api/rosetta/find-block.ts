// Finds the block that a request names, by its height, its hash, or both: always one of the cut.
// Source: Chainweb/Rosetta/Internal.hs of chainweb-node 2.26 (findBlockHeaderInCurrFork).

import { equalBytes } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { parseHash, type BlockHeader } from '../../../chain/model/header.ts';
import { rosettaFault, type RosettaFault } from '../../../rosetta/errors.ts';
import type { PartialBlock } from '../../../rosetta/identifiers.ts';
import type { ChainPort } from '../../port.ts';
import { notBegun } from './rosetta-endpoint.ts';

/** With neither height nor hash, it is the newest block. */
export function findBlock(
  chain: ChainPort,
  { index, hash }: PartialBlock,
): Result<BlockHeader, RosettaFault> {
  const head = chain.head();
  if (head === undefined) return bad(notBegun);
  if (index === undefined) return hash === undefined ? good(head) : byHash(chain, hash);
  const header = index > head.height ? undefined : chain.headerAt(index);
  if (header === undefined) {
    return bad(
      rosettaFault('no-such-height', `the newest block of the chain has height ${head.height}`),
    );
  }
  if (hash === undefined) return good(header);
  const given = parseHash(hash);
  if (given === undefined) return bad(unreadable);
  if (equalBytes(given, header.hash)) return good(header);
  return bad(
    rosettaFault(
      'mismatched-block',
      'the block at this height has another hash: after a reorganisation, ask for the block again by its height',
    ),
  );
}

function byHash(chain: ChainPort, text: string): Result<BlockHeader, RosettaFault> {
  const hash = parseHash(text);
  if (hash === undefined) return bad(unreadable);
  const header = chain.headers.get(hash);
  if (header === undefined) {
    return bad(rosettaFault('unknown-block', 'this node has no such block on the chain'));
  }
  const inCut = chain.headerAt(header.height);
  if (inCut !== undefined && equalBytes(inCut.hash, hash)) return good(header);
  return bad(
    rosettaFault(
      'orphan-block',
      'a reorganisation has removed the block: ask for one by its height',
    ),
  );
}

const unreadable = rosettaFault(
  'unreadable-block-hash',
  'block_identifier.hash must be the hash of a block: 43 characters of base64url',
);
