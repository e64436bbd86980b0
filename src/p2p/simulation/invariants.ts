// What must hold at each step of a simulation, and after its faults are over. The first violations are kept with the
// moment at which they were found.

import { toBase64Url } from '../../base/base64url.ts';
import { TokenBuckets } from '../../base/token-buckets.ts';
import { braidFaults, compareCuts, type Cut } from '../../chain/choice/cut.ts';
import type { BlockHeader, Micros } from '../../chain/model/header.ts';
import { graphAt, isGenesis, type Network } from '../../chain/rules/network.ts';
import { findParents, validateHeader } from '../../chain/rules/validate-header.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { PeerEvent } from '../sessions/events.ts';
import type { SyncEvent } from '../sync/events.ts';
import { scoreLimits } from '../peers/limits.ts';
import type { SimulatedLedger } from './chain/simulated-ledger.ts';
import type { WireReport } from './net/simulated-wire.ts';
import type { NodeProcess, SimulatedNode, Watcher } from './node/simulated-node.ts';

const maxViolations = 20;

export type InvariantParts = {
  readonly network: Network;
  readonly nowMs: () => number;
  /** The network's true time. */
  readonly now: () => Micros;
  readonly isHonest: (key: PeerKey) => boolean;
  readonly note: (who: string, what: string) => void;
};

/** What was sent from one node to another lately: real nodes answer so many requests. */
const requestBucket = { burst: 200, perSecond: 50 } as const;

export class Invariants implements Watcher {
  readonly violations: string[] = [];
  readonly traffic = { requests: 0, bytes: 0 };
  private readonly parts: InvariantParts;
  /** Hashes of headers that were checked. */
  private readonly checked = new Set<string>();
  private readonly points = new Map<PeerKey, number>();
  private readonly banned = new Set<PeerKey>();
  private readonly buckets: TokenBuckets;

  constructor(parts: InvariantParts) {
    this.parts = parts;
    this.buckets = new TokenBuckets({ ...requestBucket, clock: parts, max: Infinity });
  }

  readonly onStart = (node: SimulatedNode, { ledger }: NodeProcess): void => {
    let before = ledger.cut();
    this.parts.note(node.name, `starts at ${cutText(before)}`);
    ledger.onCut(({ cut, added, removed, isOwn }) => {
      const how = isOwn ? 'mined' : `moved +${added.length} -${removed.length}`;
      this.parts.note(node.name, `${how} to ${cutText(cut)}`);
      this.checkCut(node, before, cut);
      for (const header of added) this.checkHeader(node, ledger, header);
      before = cut;
    });
  };

  readonly onReport = (node: SimulatedNode, { to, request, answer }: WireReport): void => {
    const outcome = answer.ok ? String(answer.value.status) : answer.fault.kind;
    this.parts.note(node.name, `${request.method} ${to}${request.path} ${outcome}`);
    this.traffic.requests += 1;
    this.traffic.bytes +=
      (request.body?.length ?? 0) + (answer.ok ? answer.value.body.length : 0) + 300;
    if (answer.ok) this.checkStatus(node, { to, request, status: answer.value.status });
    else if (answer.fault.kind === 'reserved-address') {
      this.violate(node.name, `asked the reserved address ${to}`);
    }
    if (!this.isWithinRate(`${node.key} ${to}`)) {
      this.violate(node.name, `sends more than 50 requests a second to ${to}`);
    }
  };

  readonly onPeerEvent = (node: SimulatedNode, event: PeerEvent): void => {
    this.parts.note(node.name, eventText(event));
    if (!this.parts.isHonest(event.peer)) return this.blame(event);
    if (event.kind === 'banned') {
      this.violate(node.name, `banned the honest peer ${event.peer}: ${event.why}`);
    } else if (event.kind === 'fault' && event.points <= scoreLimits.disconnect) {
      this.violate(node.name, `blames the honest peer ${event.peer}: ${event.what}`);
    }
  };

  readonly onSyncEvent: Watcher['onSyncEvent'] = (node, event) => {
    this.parts.note(node.name, eventText(event));
    if (event.kind === 'ill') this.violate(node.name, `is ill: ${event.sentence}`);
    if (event.kind === 'doubted') this.violate(node.name, `doubts itself: ${event.why}`);
  };

  readonly onBug = (node: SimulatedNode, what: string): void => {
    this.violate(node.name, what);
  };

  violate(who: string, what: string): void {
    this.parts.note(who, `VIOLATION ${what}`);
    const line = `${(this.parts.nowMs() / 1000).toFixed(3)} s ${who}: ${what}`;
    if (this.violations.length < maxViolations) this.violations.push(line);
  }

  private checkStatus(
    { name }: SimulatedNode,
    { to, request, status }: Pick<WireReport, 'to' | 'request'> & { readonly status: number },
  ): void {
    if (!this.parts.isHonest(to)) return;
    const { method, path } = request;
    // Announcements are limited by what it costs to ask back.
    const isAnnouncement = method === 'PUT' && path.endsWith('/peer');
    if (status === 429 && !isAnnouncement) {
      this.violate(name, `asked ${to} too often: ${method} ${path}`);
    }
    if (status >= 500) this.violate(to, `answered ${status} to ${method} ${path}`);
  }

  /** How the nodes judged a hostile peer. */
  blameOf(key: PeerKey): { readonly points: number; readonly isBanned: boolean } {
    return { points: this.points.get(key) ?? 0, isBanned: this.banned.has(key) };
  }

  /** Of a peer whose address is not that of a node: the connection of a sender counts too. */
  private blame(event: PeerEvent): void {
    if (event.kind === 'banned') this.banned.add(event.peer);
    if (event.kind !== 'fault') return;
    const before = this.points.get(event.peer) ?? 0;
    this.points.set(event.peer, Math.min(before, event.points));
  }

  private checkCut({ name }: SimulatedNode, before: Cut, cut: Cut): void {
    const [fault] = braidFaults(cut);
    if (fault !== undefined) this.violate(name, `its chains ${fault.join(' and ')} do not fit`);
    if (compareCuts(cut, before) <= 0) this.violate(name, 'its cut became lighter');
    const heads = [...cut.heads.values()];
    const heights = heads.map(({ height }) => height);
    const spread = Math.max(...heights) - Math.min(...heights);
    if (spread > graphAt(cut.network, Math.min(...heights)).diameter) {
      this.violate(name, `its heights differ by ${spread}`);
    }
  }

  /** Whatever a node takes obeys all rules, at its own time or the true one: its clock may be wrong. */
  private checkHeader({ name }: SimulatedNode, ledger: SimulatedLedger, header: BlockHeader): void {
    const key = toBase64Url(header.hash);
    if (this.checked.has(key)) return;
    this.checked.add(key);
    const { network, now } = this.parts;
    const found = findParents(network, header, {
      networkOf: () => network,
      find: (chain, hash) => ledger.find(chain, hash),
    });
    if (isGenesis(network, header)) return;
    if (!found.ok) {
      this.violate(name, `has a block without its parents: ${found.fault}`);
      return;
    }
    const own = ledger.now();
    const time = own > now() ? own : now();
    const late = header.creationTime > time ? header.creationTime : time;
    const failures = validateHeader(found.value, late);
    if (failures.length > 0) this.violate(name, `has an invalid block: ${failures.join(', ')}`);
  }

  private isWithinRate(pair: string): boolean {
    const isWithin = this.buckets.has(pair);
    this.buckets.spend(pair, 1);
    return isWithin;
  }
}

function cutText({ heads }: Cut): string {
  return [...heads.values()]
    .map(({ height, hash }) => `${height}:${toBase64Url(hash).slice(0, 6)}`)
    .join(' ');
}

function eventText(event: PeerEvent | SyncEvent): string {
  const details = Object.entries(event)
    .filter(([name, value]) => name !== 'kind' && typeof value !== 'object')
    .map((entry) => entry.join(' '));
  return [event.kind, ...details].join(', ');
}
