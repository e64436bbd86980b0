// Two nodes of one network for tests: one makes blocks, the other one gets them through its ledger.

import { cutOf, type Cut } from '../../src/chain/choice/cut.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { withoutOutputs } from '../../src/chain/model/payload.ts';
import { toHex } from '../../src/base/bytes.ts';
import type { Engine } from '../../src/node/engine/engine.ts';
import { BackgroundSignatures } from '../../src/node/signatures/background-signatures.ts';
import { EngineLedger } from '../../src/node/peers/engine-ledger.ts';
import type { Bundle, Move } from '../../src/p2p/ledger.ts';
import { systemTimer } from '../../src/base/platform/system.ts';
import { startDevnet, type TestDevnet } from './devnets.ts';

export type Followed = {
  readonly maker: TestDevnet;
  readonly follower: TestDevnet;
  readonly ledger: EngineLedger;
};

export function startFollowed(chains = 3): Followed {
  const maker = startDevnet({ chains });
  const follower = startDevnet({ chains });
  return { maker, follower, ledger: ledgerOf(follower) };
}

export function ledgerOf({ devnet }: TestDevnet): EngineLedger {
  return new EngineLedger({
    engine: devnet.engine,
    timer: systemTimer,
    signatures: new BackgroundSignatures(),
    poolOf: (chain) => devnet.plainNode.chain(chain)?.mempool,
  });
}

/** Returns the blocks of the cut above a height: in the order of their heights. */
export function bundlesOf({ chains, store }: Engine, above = 0): readonly Bundle[] {
  const bundles: Bundle[] = [];
  for (const { line, id } of chains.values()) {
    for (let height = above + 1; height <= line.head.height; height++) {
      const header = line.at(height)!;
      bundles.push({ header, payload: withoutOutputs(store.payload(id, header.payloadHash)!) });
    }
  }
  return bundles.sort((left, right) => left.header.height - right.header.height);
}

/** The move to the cut of an engine, with every block above a height. */
export function moveTo(engine: Engine, above = 0): Move {
  return { cut: engine.cut, blocks: bundlesOf(engine, above) };
}

/** The cut with this head instead. */
export function withHead(cut: Cut, header: BlockHeader): Cut {
  return cutOf(cut.network, new Map(cut.heads).set(header.chainId, header));
}

/** Everything of an engine that a move may change. */
export function contentOf(engine: Engine): unknown {
  return {
    cut: [...engine.cut.heads.values()].map(({ hash }) => toHex(hash)),
    lines: [...engine.chains.values()].map(({ line }) => toHex(line.head.hash)),
    states: [...engine.chains.values()].map(({ state }) => toHex(state.computeStateHash())),
  };
}
