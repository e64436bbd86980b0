// Everything about peers put together: who is known, the sessions with some of them, what others may say and ask, who gets the
// blame, and the synchronization of blocks with it.

import { toHex } from '../../base/bytes.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import { chainsOf } from '../../chain/rules/network.ts';
import { parseHostAddress } from '../address/host-address.ts';
import { keyOf, type PeerInfo, type PeerKey, type PeerNetwork } from '../address/peer-info.ts';
import { groupOf } from '../address/reserved.ts';
import type { Ledger } from '../ledger.ts';
import { Broadcast } from '../mempool/broadcast.ts';
import { Exchanges } from '../mempool/exchange.ts';
import { isAcceptedVersion } from '../messages/about.ts';
import type { Ask } from '../messages/message.ts';
import { probePeer } from '../messages/peers.ts';
import { Admission } from '../peers/admit.ts';
import type { PeerDesk, Sender } from '../peers/desk.ts';
import type { FaultClass } from '../peers/fault-class.ts';
import type { KeptPeers } from '../peers/kept.ts';
import { SealedExchanges } from '../sealed/exchange.ts';
import type { Sync, SyncPeers } from '../sync/port.ts';
import type { PeerEvent } from './events.ts';
import { KnownPeers, type PeerSettings } from './known-peers.ts';
import { sessionLimits as limits } from './limits.ts';
import type { OperatorView } from './operator.ts';
import { OwnCut } from './own-cut.ts';
import { Sessions } from './sessions.ts';
import { peerCounts, peerStatuses } from './status.ts';

export type PeerToPeerParts = {
  readonly ask: Ask;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  readonly kept: KeptPeers;
  readonly settings: PeerSettings;
  readonly syncOf: (peers: SyncPeers) => Sync;
  readonly tell: (event: PeerEvent) => void;
  /** An exception that is a bug of this program. */
  readonly onBug: (error: unknown) => void;
};

export class PeerToPeer implements SyncPeers {
  readonly sync: Sync;
  /** For the endpoints. */
  readonly desk: PeerDesk;
  /** For operators. */
  readonly view: OperatorView;
  private readonly parts: PeerToPeerParts;
  private readonly known: KnownPeers;
  private readonly ownCut: OwnCut;
  private readonly sessions: Sessions;
  private readonly broadcast: Broadcast;
  private own: PeerInfo | undefined;
  private cancels: readonly Cancel[] = [];

  constructor(parts: PeerToPeerParts) {
    const { clock, ledger, settings } = parts;
    this.parts = parts;
    this.known = new KnownPeers(parts);
    const nonce = toHex(this.known.draws.bytes(8));
    this.ownCut = new OwnCut(ledger, clock);
    this.sync = parts.syncOf(this);
    const admission = this.newAdmission();
    this.sessions = this.newSessions(admission);
    this.broadcast = new Broadcast({
      timer: parts.timer,
      draws: this.known.draws,
      chains: chainsOf(ledger.network),
      poolOf: ledger.pool.bind(ledger),
      peers: () => this.sessions.listeners(),
    });
    this.desk = {
      nonce,
      isFriend: ({ address }) => settings.friends.some((friend) => friend.address.host === address),
      peers: (network) => this.known.table.page(network),
      announce: (network, peer, sender) => admission.announce(network, peer, sender),
      takeCut: (cut, origin, sender) => this.takeCut(cut, origin, sender),
      sealed: ledger.sealed,
    };
    const status = { known: this.known, sessions: this.sessions };
    const own = (): PeerInfo | undefined => this.own;
    this.view = {
      get self() {
        return own();
      },
      progress: () => this.sync.progress(),
      peers: () => peerStatuses(status),
      counts: () => peerCounts(status),
      follow: (cutId) => this.sync.follow(cutId),
    };
  }

  start(): void {
    const { timer, ledger } = this.parts;
    this.cancels = [
      ledger.onCut((change) => {
        this.ownCut.changed(change);
        this.sessions.cutChanged();
      }),
      timer.every(limits.saveMs, () => this.known.save(this.sessions.open())),
      ...(ledger.sealed === undefined
        ? []
        : [ledger.sealed.onArrival((key) => this.sessions.sealedArrived(key))]),
    ];
    this.broadcast.start();
    this.sessions.start();
  }

  /** How others reach this node: until this is known, they are not told of it. */
  setOwn(own: PeerInfo): void {
    this.own = own;
    this.known.table.setOwn(own.address);
  }

  /** Resolves when no conversation is left. */
  async stop(): Promise<void> {
    for (const cancel of this.cancels) cancel();
    this.broadcast.stop();
    this.known.save(this.sessions.open());
    this.sync.close();
    await this.sessions.stop();
  }

  // What synchronization asks.

  current(): readonly PeerInfo[] {
    const { scores } = this.known;
    return this.sessions
      .open()
      .map(({ info, key }) => ({ info, points: scores.points(key) }))
      .sort((left, right) => right.points - left.points)
      .map(({ info }) => info);
  }

  groupOf(peer: PeerKey): string {
    const known = this.known.table.get(peer);
    if (known !== undefined) return known.group;
    // Of others the key may be the address of a connection, without a port.
    const address = parseHostAddress(peer);
    return groupOf(address.ok ? address.value.host : peer);
  }

  isConfigured(peer: PeerKey): boolean {
    return this.known.isConfigured(peer);
  }

  fault(peer: PeerKey, fault: FaultClass, what: string): void {
    const { tell } = this.parts;
    const { scores } = this.known;
    const before = scores.band(peer);
    const others = this.sessions.open().filter(({ key }) => key !== peer).length;
    const band = scores.fault(peer, fault, what, others);
    tell({ kind: 'fault', peer, fault, what, points: scores.points(peer) });
    if (band === 'banned' && before !== 'banned') tell({ kind: 'banned', peer, why: what });
    if (band === 'banned' || band === 'disconnected') this.sessions.get(peer)?.stop(what);
  }

  useful(peer: PeerKey): void {
    this.known.scores.useful(peer);
  }

  /** Whoever sent it gets the blame, not whom it names. */
  private takeCut(cut: CutHashes, origin: PeerInfo, sender: Sender): 'taken' | 'unknown-peer' {
    const { table, scores } = this.known;
    const key = keyOf(origin.address);
    const known = table.get(key);
    if (known === undefined) return 'unknown-peer';
    if (scores.band(key) === 'banned' || scores.band(sender.address) === 'banned') return 'taken';
    const isFromIt = sender.address === origin.address.host;
    if (isFromIt) this.sessions.get(key)?.hears(cut);
    this.sync.take(cut, { peer: known.info, sender: isFromIt ? key : sender.address });
    return 'taken';
  }

  private newAdmission(): Admission {
    const { clock, timer, settings, tell } = this.parts;
    const { table, scores, draws } = this.known;
    return new Admission({
      table,
      scores,
      clock,
      timer,
      draws,
      isPrivate: settings.isPrivate,
      isExempt: (info) => this.known.isExempt(info),
      isReserved: settings.isReserved,
      probe: (peer, network, deadlineMs) => this.probe(peer, network, deadlineMs),
      onAdmitted: ({ key: peer }, why) => {
        tell({ kind: why === 'added' ? 'peer-added' : 'certificate-changed', peer });
        if (why === 'repinned') this.sessions.get(peer)?.stop('its certificate has changed');
      },
    });
  }

  private newSessions(admission: Admission): Sessions {
    const { ask, clock, timer, ledger, settings, tell, onBug } = this.parts;
    const { known, sync, ownCut } = this;
    const { outbound, isPrivate } = settings;
    const shared = {
      ask,
      clock,
      timer,
      draws: known.draws,
      sync,
      ownCut,
      chains: chainsOf(ledger.network),
      poolOf: ledger.pool.bind(ledger),
      exchanges: new Exchanges(clock),
      sealed: ledger.sealed && { pool: ledger.sealed, exchanges: new SealedExchanges(clock) },
      own: () => this.own,
      isPrivate,
      onFault: this.fault.bind(this),
    };
    return new Sessions({ ask, timer, known, admission, outbound, shared, tell, onBug });
  }

  private async probe(
    peer: PeerInfo,
    network: PeerNetwork,
    deadlineMs: number,
  ): Promise<Result<undefined, string>> {
    const asked = await this.parts.ask(peer, probePeer, { network }, { deadlineMs });
    if (!asked.ok) return bad(`IsNotReachable ${JSON.stringify(asked.fault.sentence)}`);
    const { version, features } = asked.value;
    if (features.node === this.desk.nonce) return bad('IsLocalPeerAddress');
    if (version === undefined) return bad('IsNotReachable "it does not say its version"');
    const isStrict = isAcceptedVersion(this.parts.settings.version);
    return isStrict && !isAcceptedVersion(version) ? bad(versionText(version)) : good(undefined);
  }
}

/** As nodes of the reference say it. */
function versionText(version: string): string {
  const numbers = version.split('.').filter((each) => /^[0-9]{1,9}$/.test(each));
  return `NodeVersionNotAccepted (NodeVersion {_getNodeVersion = [${numbers.join(',')}]})`;
}
