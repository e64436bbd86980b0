// The peer-to-peer half of a node for tests of its interface: it keeps what it is told, and answers as the test says.
import { good } from '../../src/base/result.ts';
import type { CutHashes } from '../../src/chain/model/cut-json.ts';
import type { PeerInfo, PeerNetwork } from '../../src/p2p/address/peer-info.ts';
import { keyOf } from '../../src/p2p/address/peer-info.ts';
import type { PeerDesk } from '../../src/p2p/peers/desk.ts';
import type { TestSealedPool } from './sealed-pool.ts';

export class FakeDesk implements PeerDesk {
  readonly nonce = 'ab12';
  readonly known: PeerInfo[] = [];
  readonly announced: [network: PeerNetwork, peer: PeerInfo][] = [];
  readonly cuts: CutHashes[] = [];
  isFriendly = false;
  readonly sealed: TestSealedPool | undefined;
  answer: Awaited<ReturnType<PeerDesk['announce']>> = good('added');

  constructor(sealed?: TestSealedPool) {
    this.sealed = sealed;
  }

  isFriend(): boolean {
    return this.isFriendly;
  }

  peers(): readonly PeerInfo[] {
    return this.known;
  }

  announce(network: PeerNetwork, peer: PeerInfo): ReturnType<PeerDesk['announce']> {
    this.announced.push([network, peer]);
    return Promise.resolve(this.answer);
  }

  takeCut(cut: CutHashes, origin: PeerInfo): 'taken' | 'unknown-peer' {
    const isKnown = this.known.some(({ address }) => keyOf(address) === keyOf(origin.address));
    if (isKnown) this.cuts.push(cut);
    return isKnown ? 'taken' : 'unknown-peer';
  }
}
