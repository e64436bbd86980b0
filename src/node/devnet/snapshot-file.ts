// A devnet as bytes: its accounts, its time and the blocks of its cut. Another devnet with the same first blocks
// executes these blocks and reaches the same state, no matter how it stores its own state.

import { assert } from '../../base/assert.ts';
import { concatBytes, equalBytes, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { cutOf } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { accountOf, type Account } from './accounts.ts';
import type { Devnet } from './devnet.ts';
import { networkText, notes } from './kept-network.ts';
import { decodeItems, encodeItem, type SnapshotItem } from './snapshot-items.ts';

const mark = utf8('pact devnet snapshot 1\n');

export type SnapshotFile = {
  /** The fresh accounts that the first blocks fund. */
  readonly accounts: readonly Account[];
  readonly items: readonly SnapshotItem[];
};

/** The maximum size of a file in bytes: it is written and read in memory. Larger networks need --state. */
export const maxSnapshotBytes = 256 * 1024 * 1024;

/** Returns the bytes of the file. A fault is a sentence. */
export function snapshotBytes(devnet: Devnet, max = maxSnapshotBytes): Result<Uint8Array, string> {
  const pieces: Uint8Array[] = [mark];
  let size = mark.length;
  for (const item of itemsOf(devnet)) {
    if (item === undefined) return bad('a block can no longer be read from disk');
    const piece = encodeItem(item);
    size += piece.length;
    if (size > max) {
      return bad(
        `the network is too large for a snapshot file of at most ${max} bytes: ` +
          'use --state to store it in a folder',
      );
    }
    pieces.push(piece);
  }
  return good(concatBytes(pieces));
}

/** Returns `undefined` for a block that cannot be read from disk. */
function* itemsOf({
  engine,
  accounts,
  clock,
  trustedKeys,
}: Devnet): Iterable<SnapshotItem | undefined> {
  const note = (name: string, text: string): SnapshotItem => ({ kind: 'note', name, text });
  yield { kind: 'network', text: networkText(engine.network) };
  yield note(notes.offset, String(clock.offsetMs));
  for (const { secretKey } of accounts) yield note(notes.account, secretKey);
  for (const key of trustedKeys) yield note(notes.trusted, key);
  for (const { id, line } of engine.chains.values()) {
    for (let height = line.lowest + 1; height <= line.head.height; height++) {
      const header = line.at(height);
      const payload = header && engine.store.payload(id, header.payloadHash);
      assert(header !== undefined, 'a line has a block at each height');
      yield payload === undefined ? undefined : { kind: 'block', header, payload };
    }
  }
}

/** Reads a file. A fault is a sentence without the file name. */
export function readSnapshot(bytes: Uint8Array): Result<SnapshotFile, string> {
  const isOne = equalBytes(bytes.subarray(0, mark.length), mark);
  const items = isOne ? decodeItems(bytes.slice(mark.length)) : undefined;
  if (items === undefined) return bad('is not a devnet snapshot, or is truncated');
  const accounts = items.flatMap((item) =>
    item.kind === 'note' && item.name === notes.account ? [accountOf(item.text)] : [],
  );
  return good({ accounts, items });
}

/**
 * Executes the blocks of a snapshot on a devnet that has only its first blocks. A fault is a sentence without the file
 * name.
 */
export function restoreSnapshot(
  devnet: Devnet,
  { items }: SnapshotFile,
): Result<undefined, string> {
  const { engine } = devnet;
  const wanted = networkText(engine.network);
  const heads = new Map<ChainId, BlockHeader>(engine.cut.heads);
  let offsetMs = 0;
  for (const item of items) {
    if (item.kind === 'network' && item.text !== wanted) {
      return bad(`is of the network ${item.text}, not ${wanted}: start it with the same --chains`);
    }
    if (item.kind === 'note' && item.name === notes.trusted) devnet.trust(item.text);
    if (item.kind === 'note' && item.name === notes.offset) offsetMs = Number(item.text);
    if (item.kind !== 'block') continue;
    const { chainId, parent } = item.header;
    if (engine.store.find(chainId, parent) === undefined) {
      return bad(
        'has different first blocks: start it with the same --genesis, and with the version of pact that wrote it',
      );
    }
    engine.add(item);
    heads.set(chainId, item.header);
  }
  const moved = devnet.moveTo(cutOf(engine.network, heads));
  if (!moved.ok) return bad(`contains an invalid block: ${moved.fault}`);
  devnet.setOffset(offsetMs);
  return good(undefined);
}
