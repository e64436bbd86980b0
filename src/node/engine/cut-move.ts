// A move to another cut, in turns: the blocks of the new cut are executed on drafts, by height, while everybody sees the
// old cut. When all are valid, blocks are taken back and put on at once, as one step of the journal. Until then nothing
// has changed: a move can be dropped at any time. Blocks of this node may still be put on the old cut: on other chains
// they stay, on a chain of the move they end it.

import { assert } from '../../base/assert.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Steps } from '../../base/steps.ts';
import {
  type AcceptedBlock,
  type AcceptFailure,
  type ChainBlock,
  checkSteps,
  hostOver,
  prepareBlocks,
} from '../../chain/blocks/index.ts';
import { braidFaults, cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import type { ChainDraft } from '../../chain/state/chain-draft.ts';
import type { LedgerChange } from '../../p2p/ledger.ts';
import type { Engine } from './engine.ts';
import { moveLimits } from '../limits.ts';
import { firstStage, type Stage } from './move-stage.ts';
import { type Ground, NewBlocks, type MoveFailure, type Way, waysTo } from './move-way.ts';

export type MoveTarget = {
  readonly cut: Cut;
  /** Those that are not stored. */
  readonly blocks?: readonly ChainBlock[];
  /** `first`: a long move ends at a cut on the way, from which another one leads on. */
  readonly stage?: 'whole' | 'first';
};

type Checking = Steps<Result<AcceptedBlock, AcceptFailure>>;

export class CutMove {
  /** Where it ends, unless blocks of this node come to it. */
  readonly cut: Cut;
  /** In the order in which they are executed. */
  readonly added: readonly BlockHeader[];
  private readonly engine: Engine;
  /** The cut from which it moves. */
  private readonly start: Cut;
  private readonly blocks: NewBlocks;
  private readonly ways: ReadonlyMap<ChainId, Way>;
  private readonly drafts = new Map<ChainId, ChainDraft>();
  private readonly executed: AcceptedBlock[] = [];
  private running: Checking | undefined;

  private constructor(engine: Engine, blocks: NewBlocks, { cut, ways }: Stage) {
    this.engine = engine;
    this.cut = cut;
    this.start = engine.cut;
    this.blocks = blocks;
    this.ways = new Map(ways.map((way) => [way.chain.id, way]));
    this.added = ways.flatMap(({ above }) => above).sort(byHeight);
  }

  static begin(engine: Engine, target: MoveTarget): Result<CutMove, MoveFailure> {
    const { cut, blocks = [], stage = 'whole' } = target;
    const all = new NewBlocks(engine.store, blocks);
    const ways = waysTo(groundOf(engine, all), cut);
    if (!ways.ok) return ways;
    const whole = { cut, ways: ways.value };
    const part =
      stage === 'whole'
        ? whole
        : firstStage(engine.cut, whole, {
            blocks: moveLimits.blocksAtOnce,
            bytesOf: (header) => all.bytesOf(header),
          });
    return good(new CutMove(engine, all, part));
  }

  /** Works until a time, but at least for a moment. Returns `undefined` if there is more to do. */
  turn(endMs: number): Result<LedgerChange, MoveFailure> | undefined {
    const { clock } = this.engine;
    if (!this.isCurrent) return this.fail({ kind: 'overtaken' });
    do {
      const header = this.added[this.executed.length];
      if (header === undefined) return this.arrive();
      const checked = this.proceed(header);
      if (checked?.ok === false) {
        return this.fail({ kind: 'invalid-block', header, why: checked.fault.kind });
      }
    } while (clock.nowMs() < endMs);
    return undefined;
  }

  /** Drops it. What was executed is kept for the next move. */
  drop(): void {
    this.engine.executed.keep(this.executed);
  }

  /** Returns whether no chain of the move has another head now. */
  private get isCurrent(): boolean {
    for (const { chain, head } of this.ways.values()) if (chain.line.head !== head) return false;
    return true;
  }

  /** Returns `undefined` if the block needs further steps. */
  private proceed(header: BlockHeader): Result<AcceptedBlock, AcceptFailure> | undefined {
    const known = this.running === undefined ? this.engine.executed.find(header) : undefined;
    const draft = this.draftOf(header.chainId);
    let checked: Result<AcceptedBlock, AcceptFailure>;
    if (known !== undefined) checked = good(known);
    else {
      this.running ??= this.check(draft, header);
      const step = this.running.next();
      if (step.done !== true) return undefined;
      checked = step.value;
    }
    this.running = undefined;
    if (!checked.ok) return checked;
    draft.push(checked.value.state, header.hash);
    this.executed.push(checked.value);
    return checked;
  }

  private check(draft: ChainDraft, header: BlockHeader): Checking {
    const { engine, blocks } = this;
    const { network } = engine;
    const payload = blocks.payload(header);
    assert(payload !== undefined, 'the way was looked at before');
    const host = hostOver(engine.chain(header.chainId).host, { network, headers: blocks });
    const parentOf = ({ chainId, parent }: BlockHeader) => blocks.find(chainId, parent);
    const prepare = prepareBlocks({ network, host, parentOf });
    return checkSteps(draft, { header, payload }, { prepare });
  }

  private draftOf(id: ChainId): ChainDraft {
    const known = this.drafts.get(id);
    if (known !== undefined) return known;
    const way = this.ways.get(id);
    const draft = way?.chain.state.draft(way.fork.height);
    assert(draft?.ok === true, 'it was asked before whether the state is kept');
    this.drafts.set(id, draft.value);
    return draft.value;
  }

  private arrive(): Result<LedgerChange, MoveFailure> {
    const { engine, executed } = this;
    const cut = this.destination();
    if (cut === undefined) return this.fail({ kind: 'overtaken' });
    engine.executed.keep([]);
    return good(engine.settle({ cut, ways: [...this.ways.values()], executed }));
  }

  /** Returns the cut with blocks that were put on other chains meanwhile; `undefined` if they do not fit together. */
  private destination(): Cut | undefined {
    const { engine, cut, start, ways } = this;
    if (engine.cut === start) return cut;
    const heads = new Map(cut.heads);
    for (const [chain, head] of engine.cut.heads) if (!ways.has(chain)) heads.set(chain, head);
    const joined = cutOf(engine.network, heads);
    return braidFaults(joined).length === 0 ? joined : undefined;
  }

  private fail(failure: MoveFailure): Result<never, MoveFailure> {
    this.drop();
    return bad(failure);
  }
}

function groundOf(engine: Engine, blocks: NewBlocks): Ground {
  return {
    chain: (id) => engine.chain(id),
    keeps: ({ state }, height) => state.at(height).ok,
    find: (chain, hash) => blocks.find(chain, hash),
    hasContent: (header) => blocks.payload(header) !== undefined,
  };
}
