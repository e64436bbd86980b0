// Blocks above a stored one that are executed, but not committed: each sees those before it, and nobody else sees any. They
// are committed in their order, or dropped. If the state below changes, nothing more can be added.

import { bad, good, type Result } from '../../base/result.ts';
import { Cover } from '../../storage/entries/index.ts';
import type { Hash } from '../model/header.ts';
import type { BlockMark } from './notes.ts';
import { otherBlock, type StateFailure } from './state-failure.ts';
import { type FinishedBlock, type Workbench, WorkingBlock } from './working-block.ts';

type ChainDraftParts = {
  readonly bench: Workbench;
  readonly parent: BlockMark;
  /** Returns whether the state below is unchanged. */
  readonly isCurrent: () => boolean;
};

export class ChainDraft {
  private readonly parts: ChainDraftParts;
  private mark: BlockMark;
  private cover: Cover | undefined;

  constructor(parts: ChainDraftParts) {
    this.parts = parts;
    this.mark = parts.parent;
  }

  /** The newest block. */
  get head(): BlockMark {
    return this.mark;
  }

  get isCurrent(): boolean {
    return this.parts.isCurrent();
  }

  /** Begins a block on the newest one. */
  open(parent: Pick<BlockMark, 'height' | 'hash'>): Result<WorkingBlock, StateFailure> {
    const { mark, cover } = this;
    const { bench, isCurrent } = this.parts;
    if (parent.height !== mark.height) return bad({ kind: 'not-there', height: parent.height });
    const fault = otherBlock(mark, parent.hash);
    if (fault !== undefined) return bad(fault);
    const height = mark.height + 1;
    return good(new WorkingBlock({ bench, parent: mark, height, cover, isCurrent }));
  }

  /** Makes a block the newest one. */
  push({ height, sum, content }: FinishedBlock, hash: Hash): void {
    const { below } = this.parts.bench;
    this.mark = { height, hash, sum, nextTransaction: content.next };
    this.cover ??= new Cover(below);
    this.cover.add(content);
  }
}
