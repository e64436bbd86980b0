// Where peers are told to reach this node: at its configured address, where it listens, or where they see it.

import type { Cancel, Timer } from '../../base/ports/time.ts';
import type { HostAddress, PeerId, PeerInfo } from '../address/peer-info.ts';
import type { Ask } from '../messages/message.ts';
import { sessionLimits } from './limits.ts';
import type { PeerToPeer } from './peer-to-peer.ts';
import { ownHostSeenBy, reachabilityFault } from './reachability.ts';

export type OwnAddressParts = {
  readonly ask: Ask;
  readonly timer: Timer;
  readonly peerToPeer: Pick<PeerToPeer, 'setOwn' | 'current'>;
  /** `undefined`: peers are asked for the host. */
  readonly address: HostAddress | undefined;
  /** The port that the node listens on. */
  readonly port: number;
  /** Peers of the configuration, and those that every node of the network knows. */
  readonly known: readonly PeerInfo[];
  /** The part of them, from 0 to 1, that should be able to connect. */
  readonly reachability: number;
  readonly idAt: (host: string) => PeerId | undefined;
  /** Whether no peer of the network can have the address. */
  readonly isReserved: (host: string) => boolean;
  /** Receives a sentence if peers cannot connect to the address. */
  readonly onTrouble: (sentence: string) => void;
  /** An exception that is a bug of this program. */
  readonly onBug: (error: unknown) => void;
};

/** Has peers told of this node. Asks them until they agree, since they may start later. Call the returned function to stop. */
export function announceOwn(parts: OwnAddressParts): Cancel {
  const { ask, timer, peerToPeer, address, port, known, reachability, idAt, onBug } = parts;
  let isStopped = false;
  let cancel: Cancel = () => undefined;
  const found = async (at: HostAddress): Promise<void> => {
    const own = { address: at, id: idAt(at.host) };
    peerToPeer.setOwn(own);
    const fault = await reachabilityFault(known, { ask, own, part: reachability });
    if (fault !== undefined) parts.onTrouble(fault);
  };
  const look = async (): Promise<void> => {
    const asked = known.length > 0 ? known : peerToPeer.current();
    const seen = await ownHostSeenBy(asked, parts);
    if (isStopped) return;
    if (seen.ok) await found({ host: seen.value, port });
    else cancel = timer.after(sessionLimits.lookAgainMs, () => void look().catch(onBug));
  };
  void (address === undefined ? look() : found(address)).catch(onBug);
  return () => {
    isStopped = true;
    cancel();
  };
}
