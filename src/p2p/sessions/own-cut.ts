// The own cut as it is pushed: always the newest, with the blocks that this node made since the peer was last told. They save
// the peer two round trips, in which it would work on a block that is lost.
// Source: CutDB/Sync.hs; the members are those of CutHashes.hs that miners use in the node itself.

import { toBase64Url } from '../../base/base64url.ts';
import { type JsonValue, printJson } from '../../base/json.ts';
import type { Clock } from '../../base/ports/time.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import { cutHashesOf } from '../../chain/choice/cut-hashes.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import { type BlockHeader, encodeHeader } from '../../chain/model/header.ts';
import { payloadToJson } from '../../chain/model/payload-json.ts';
import type { Ledger, LedgerChange } from '../ledger.ts';
import { pushLimits as limits } from './limits.ts';

type OwnBlock = {
  readonly version: number;
  readonly madeMs: number;
  readonly hash: string;
  readonly header: string;
  readonly payloadHash: string;
  /** `undefined`: too large. */
  readonly payload: JsonValue | undefined;
  readonly bytes: number;
};

export type CutToPush = {
  /** Rises with every change. */
  readonly version: number;
  readonly cut: Cut;
};

export class OwnCut {
  private readonly ledger: Pick<Ledger, 'cut' | 'payload'>;
  private readonly clock: Clock;
  private version = 0;
  /** The oldest first. */
  private own: readonly OwnBlock[] = [];

  constructor(ledger: Pick<Ledger, 'cut' | 'payload'>, clock: Clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  changed({ added, isOwn }: LedgerChange): void {
    this.version += 1;
    const oldest = this.clock.nowMs() - limits.ownBlockMs;
    const made = isOwn ? added.flatMap((header) => this.attached(header) ?? []) : [];
    this.own = [...this.own.filter(({ madeMs }) => madeMs > oldest), ...made].slice(
      -limits.ownBlocks,
    );
  }

  newest(): CutToPush {
    return { version: this.version, cut: this.ledger.cut() };
  }

  /** `since`: the version that the peer was told last; `undefined`: none. */
  messageOf({ cut }: CutToPush, origin: JsonValue, since: number | undefined): CutHashes {
    const headers = new Map<string, JsonValue>();
    const payloads = new Map<string, JsonValue>();
    let bytes = 0;
    for (const block of [...this.own].reverse()) {
      if (since === undefined || block.version <= since) break;
      if (bytes + block.bytes > limits.attachedBytes) break;
      bytes += block.bytes;
      headers.set(block.hash, block.header);
      if (block.payload !== undefined) payloads.set(block.payloadHash, block.payload);
    }
    return { ...cutHashesOf(cut), origin, headers, payloads };
  }

  private attached(header: BlockHeader): OwnBlock | undefined {
    const payload = this.ledger.payload(header);
    if (payload === undefined) return undefined;
    const json = payloadToJson(payload);
    const size = printJson(json).length;
    const isSmall = size <= limits.payloadBytes;
    return {
      version: this.version,
      madeMs: this.clock.nowMs(),
      hash: toBase64Url(header.hash),
      header: toBase64Url(encodeHeader(header)),
      payloadHash: toBase64Url(header.payloadHash),
      payload: isSmall ? json : undefined,
      bytes: 1024 + (isSmall ? size : 0),
    };
  }
}
