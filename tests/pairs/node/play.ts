// Plays acts on two nodes and compares them. The first node has a folder, accepts transactions into its mempool and mines
// blocks. The second one is in memory, receives the blocks, and moves to the cut of the first one after each round. At the
// end all stored blocks are executed again, and once more on sql.js.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64Url } from '../../../src/base/base64url.ts';
import { decodeUtf8 } from '../../../src/base/bytes.ts';
import { SimulatedTime } from '../../../src/base/ports/simulated-time.ts';
import { prepareBlocks, replayBlocks } from '../../../src/chain/blocks/index.ts';
import { cutOf } from '../../../src/chain/choice/cut.ts';
import { limitCut } from '../../../src/chain/choice/join.ts';
import type { ChainId } from '../../../src/chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../../src/chain/model/header.ts';
import { ChainState } from '../../../src/chain/state/chain-state.ts';
import { lineInfo } from '../../../src/lang/session/store.ts';
import { OnDemandMiner } from '../../../src/node/engine/mining/on-demand.ts';
import type { Block } from '../../../src/node/engine/blocks.ts';
import type { RealNode } from '../../../src/node/real/real-node.ts';
import { SqlEntries } from '../../../src/storage/entries/index.ts';
import { systemTimer } from '../../../src/base/platform/system.ts';
import { outputOf, startDateMs, transaction, type Parts } from '../../support/devnets.ts';
import { minerKey, smallNetwork, startNode, type SmallNetwork } from '../../support/real-nodes.ts';
import { sqlJs } from '../../support/sql-js.ts';
import { keyOf } from '../../support/stdlib-chains.ts';
import type { Act } from './acts.ts';

export type Played = {
  /** A description of the first difference. */
  readonly difference: string | undefined;
  readonly counts: Counts;
};

export type Counts = {
  sent: number;
  refused: number;
  succeeded: number;
  failed: number;
  blocks: number;
  takenBack: number;
  crossed: number;
};

export const noCounts = (): Counts => ({
  sent: 0,
  refused: 0,
  succeeded: 0,
  failed: 0,
  blocks: 0,
  takenBack: 0,
  crossed: 0,
});

let small: SmallNetwork | undefined;

export async function play(acts: readonly Act[]): Promise<Played> {
  small ??= smallNetwork({ chains: 2 });
  const folder = mkdtempSync(join(tmpdir(), 'pact-pairs-node-'));
  const nodes = new Nodes(small, folder);
  try {
    for (const act of acts) await nodes.play(act);
    await nodes.end();
    return { difference: nodes.difference, counts: nodes.counts };
  } finally {
    await nodes.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const chains: readonly ChainId[] = [0, 1];
const keys = { pred: 'keys-all', keys: [keyOf('sender00').publicKey] };
const data = { i: 42, d: 4.5, s: 'text', ks: keys, two: { ...keys, pred: 'keys-any' } };

class Nodes {
  readonly counts = noCounts();
  difference: string | undefined;
  private readonly small: SmallNetwork;
  private readonly folder: string;
  private readonly time = new SimulatedTime({ startDateMs });
  private maker: RealNode;
  private miner: OnDemandMiner;
  private readonly other: RealNode;
  private readonly sent = new Map<string, ChainId>();

  constructor(network: SmallNetwork, folder: string) {
    this.small = network;
    this.folder = folder;
    this.maker = this.start(folder);
    this.miner = this.minerOf(this.maker);
    this.other = this.start(undefined);
  }

  async play(act: Act): Promise<void> {
    switch (act.kind) {
      case 'send':
        return this.send(act.chain, {
          code: act.code,
          sender: act.sender,
          keys: [keyOf(act.signer)],
          gasLimit: act.gasLimit,
          nonce: act.nonce,
          ...(act.capabilities !== undefined && { capabilities: act.capabilities }),
        });
      case 'continue':
        return this.continue(act);
      case 'mine':
        return this.mine();
      case 'take back':
        this.takeBack(act.blocks);
        return;
      case 'start again':
        return this.startAgain();
    }
  }

  async end(): Promise<void> {
    await this.follow();
    const verified = this.maker.verify();
    if (!verified.ok) this.differs(`the stored blocks: ${JSON.stringify(verified.fault)}`);
    for (const chain of chains) this.replayOnSql(chain);
    for (const [key, chain] of this.sent) {
      const polled = (await this.maker.node.chain(chain)!.poll([key])).get(key);
      if (polled?.kind !== 'mined') continue;
      this.counts[outputOf(polled).result.status === 'success' ? 'succeeded' : 'failed']++;
    }
  }

  async stop(): Promise<void> {
    await this.maker.stop();
    await this.other.stop();
  }

  private start(folder: string | undefined): RealNode {
    const set = folder === undefined ? {} : { data: folder };
    const { running, troubles } = startNode(this.small, set, { clock: this.time });
    for (const trouble of troubles) this.differs(trouble);
    return running;
  }

  private minerOf({ engine }: RealNode): OnDemandMiner {
    return new OnDemandMiner({
      engine,
      timer: systemTimer,
      maxTransactions: 100,
      miner: { account: `k:${minerKey}`, predicate: 'keys-all', publicKeys: [minerKey] },
      onTrouble: (sentence) => this.differs(sentence),
    });
  }

  private async send(chain: ChainId, parts: Parts): Promise<void> {
    const command = transaction({ ...parts, data, chain: String(chain) });
    this.counts.sent++;
    const taken = await this.maker.node.chain(chain)!.submit([command]);
    if (taken.ok) this.sent.set(command.hash, chain);
    else this.counts.refused++;
  }

  private async continue(act: Extract<Act, { kind: 'continue' }>): Promise<void> {
    const begun = await this.begun();
    const found = begun[act.which % Math.max(1, begun.length)];
    if (found === undefined) return;
    const { pactId, chain } = found;
    const target = act.isElsewhere ? 1 - chain : chain;
    const question = { requestKey: pactId, targetChain: target };
    const proof = act.isElsewhere ? await this.maker.node.chain(chain)!.spv(question) : undefined;
    if (proof?.ok === true) this.counts.crossed++;
    const { step, rollback, nonce } = act;
    const cont = { pactId, step, rollback, ...(proof?.ok === true && { proof: proof.value }) };
    return this.send(target, { cont, nonce, gasLimit: 20_000 });
  }

  private async begun(): Promise<readonly { readonly pactId: string; readonly chain: ChainId }[]> {
    const found: { readonly pactId: string; readonly chain: ChainId }[] = [];
    for (const [key, chain] of this.sent) {
      const polled = (await this.maker.node.chain(chain)!.poll([key])).get(key);
      const isBegun = polled?.kind === 'mined' && outputOf(polled).continuation?.pactId === key;
      if (isBegun) found.push({ pactId: key, chain });
    }
    return found;
  }

  private async mine(): Promise<void> {
    this.counts.blocks += this.miner.round().length;
    await this.time.advance(1_000);
    await this.follow();
  }

  /** The second node notices with the next block, and switches branches. */
  private takeBack(blocks: number): void {
    const { engine } = this.maker;
    const top = Math.max(...chains.map((id) => this.head(this.maker, id).height));
    const height = Math.max(1, top - blocks);
    const cut = limitCut((id) => engine.store.headers(id), engine.cut, height);
    if (cut === undefined) return;
    const moved = engine.moveTo(cut);
    if (!moved.ok) return this.differs(`going back: ${moved.fault.kind}`);
    this.counts.takenBack += moved.value.removed.length;
  }

  private async startAgain(): Promise<void> {
    const before = chains.map((chain) => stateOf(this.maker, chain));
    await this.maker.stop();
    this.maker = this.start(this.folder);
    this.miner = this.minerOf(this.maker);
    const after = chains.map((chain) => stateOf(this.maker, chain));
    if (before.join() !== after.join())
      this.differs(`a new start: ${before.join()}, ${after.join()}`);
  }

  /** Gives the blocks of the first node to the second one. */
  private async follow(): Promise<void> {
    const { engine } = this.other;
    for (const chain of chains) {
      const missing = blocksAbove(this.maker, chain, (hash) => engine.store.find(chain, hash));
      for (const block of missing) engine.add(block);
    }
    const heads = new Map(chains.map((chain) => [chain, this.head(this.maker, chain)] as const));
    const moved = engine.moveTo(cutOf(engine.network, heads));
    if (!moved.ok) {
      this.differs(`the second node: ${JSON.stringify(moved.fault, plainly)}`);
      return;
    }
    for (const chain of chains) {
      const [one, two] = [stateOf(this.maker, chain), stateOf(this.other, chain)];
      if (one !== two) this.differs(`chain ${chain}: ${one}, the second node has ${two}`);
    }
    for (const [key, chain] of this.sent) {
      const [one, two] = await Promise.all(
        [this.maker, this.other].map((each) => resultOf(each, chain, key)),
      );
      if (one !== two) this.differs(`the result of ${key}: ${one}, the second node has ${two}`);
    }
  }

  private replayOnSql(chain: ChainId): void {
    const { engine } = this.maker;
    const entries = new SqlEntries({ sql: sqlJs, keepsVersions: true });
    const state = new ChainState({ entries, depth: 10, info: lineInfo });
    const { network, store } = engine;
    const prepare = prepareBlocks({
      network,
      host: engine.chain(chain).host,
      parentOf: ({ chainId, parent }) => store.find(chainId, parent),
    });
    const blocks = blocksAbove(this.maker, chain, () => undefined);
    const replayed = replayBlocks(state, blocks, { prepare });
    if (!replayed.ok) return this.differs(`sql.js: ${JSON.stringify(replayed.fault, plainly)}`);
    const one = stateOf(this.maker, chain);
    const two = stateText(state, this.head(this.maker, chain));
    if (one !== two) this.differs(`chain ${chain}: ${one}, on sql.js ${two}`);
  }

  private head({ engine }: RealNode, chain: ChainId): BlockHeader {
    const head = engine.cut.heads.get(chain);
    if (head === undefined) throw new Error(`chain ${chain} has not begun`);
    return head;
  }

  private differs(text: string): void {
    this.difference ??= text;
  }
}

/** The unknown blocks below the cut, lowest first. */
function blocksAbove(
  { engine }: RealNode,
  chain: ChainId,
  known: (hash: Uint8Array) => BlockHeader | undefined,
): readonly Block[] {
  const blocks: Block[] = [];
  let at = engine.cut.heads.get(chain);
  while (at !== undefined && known(at.hash) === undefined) {
    const payload = engine.store.payload(chain, at.payloadHash);
    if (payload === undefined) throw new Error(`chain ${chain} has lost block ${at.height}`);
    blocks.push({ header: at, payload });
    at = at.height === 0 ? undefined : engine.store.find(chain, at.parent);
  }
  return blocks.reverse();
}

function stateOf({ engine }: RealNode, chain: ChainId): string {
  return stateText(engine.chain(chain).state, engine.cut.heads.get(chain));
}

function stateText(state: ChainState, head: BlockHeader | undefined): string {
  const hash = head === undefined ? 'none' : toBase64Url(head.hash);
  return `block ${head?.height} ${hash} with state ${toBase64Url(state.computeStateHash())}`;
}

async function resultOf(node: RealNode, chain: ChainId, key: string): Promise<string> {
  const polled = (await node.node.chain(chain)!.poll([key])).get(key);
  // Only the first node has a mempool.
  return polled?.kind === 'mined' ? (decodeUtf8(polled.output) ?? '') : 'none';
}

const plainly = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
