// Opens a connection to a peer. Nothing is sent before the address of the host is known to be allowed, and no request before the
// certificate is the one of the peer's id, or one that authorities vouch for. Sessions of TLS are never resumed: a resumed one shows
// no certificate.

import { constants, type X509Certificate } from 'node:crypto';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { IpRange } from '../../base/ip-address.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { PeerInfo } from '../address/peer-info.ts';
import { isReserved } from '../address/reserved.ts';
import { idOf } from './identity.ts';
import { wireLimits } from './limits.ts';
import { faultOf, peerClosed, WireError } from './wire-error.ts';

export type ConnectOptions = {
  readonly timer: Timer;
  readonly lookup: LookupFunction;
  readonly testRanges: readonly IpRange[];
  /** `false`: any certificate will do; only for development networks. */
  readonly checkCertificates: boolean;
  /** Certificates of authorities in PEM form; those that Node knows by default. */
  readonly authorities?: readonly string[] | undefined;
};

export type Connected = (
  ...result: [error: Error, socket: null] | [error: null, socket: TLSSocket]
) => void;

/** Calls back once, with a connection or a `WireError`. Returns the socket, for those who count them. */
export function connectTo(peer: PeerInfo, options: ConnectOptions, connected: Connected): Socket {
  const { host, port } = peer.address;
  const tcp = connectTcp({ host, port, lookup: options.lookup, noDelay: true });
  let isDone = false;
  const finish = (...result: Parameters<Connected>): void => {
    if (isDone) return;
    isDone = true;
    cancel();
    if (result[1] === null) tcp.destroy();
    connected(...result);
  };
  const fail = (error: unknown): void => {
    const { kind, sentence } = faultOf(error);
    finish(new WireError(kind, sentence), null);
  };
  const cancel = options.timer.after(wireLimits.connectMs, () =>
    fail(new WireError('too-slow', 'connecting took too long')),
  );
  tcp.on('error', fail);
  tcp.once('close', () => fail(new WireError('unreachable', peerClosed)));
  tcp.once('connect', () => {
    if (isDone) return;
    // The address of a name was checked when it was looked up; this is the one that is really connected to.
    if (isReserved(tcp.remoteAddress ?? '127.0.0.1', options.testRanges)) {
      fail(new WireError('reserved-address', 'the host is a reserved address'));
      return;
    }
    const socket = secured(tcp, peer, options);
    const failTls = (): void => fail(new WireError('unreachable', 'there is no TLS connection'));
    socket.once('error', failTls);
    socket.once('secureConnect', () => {
      const fault = options.checkCertificates ? certificateFault(socket, peer) : undefined;
      if (fault !== undefined) fail(new WireError('wrong-certificate', fault));
      else {
        // The HTTP client listens to errors from now on.
        socket.off('error', failTls);
        finish(null, socket);
      }
    });
  });
  return tcp;
}

function secured(tcp: Socket, { address: { host } }: PeerInfo, options: ConnectOptions): TLSSocket {
  const { authorities } = options;
  return connectTls({
    socket: tcp,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(authorities !== undefined && { ca: [...authorities] }),
    minVersion: 'TLSv1.2',
    ALPNProtocols: ['http/1.1'],
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    // Checked below: Node would ask nobody about a certificate that signs itself.
    rejectUnauthorized: false,
  });
}

/** Returns a sentence if the certificate is not that of the peer. Its dates and names count only if authorities vouch for it. */
function certificateFault(socket: TLSSocket, { id }: PeerInfo): string | undefined {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined || socket.isSessionReused()) return 'it shows no certificate';
  const bits = rsaBitsOf(certificate);
  if (bits !== undefined && bits < wireLimits.rsaBits) {
    return `its key has ${bits} bits, fewer than ${wireLimits.rsaBits}`;
  }
  if (id === undefined) {
    return socket.authorized ? undefined : 'no authority vouches for its certificate and host';
  }
  const shown = idOf(certificate.raw);
  return shown === id ? undefined : `its id is ${shown}, not ${id}`;
}

/** Returns `undefined` for other kinds of keys. A key that Node cannot read was good for the handshake, and is judged by the id. */
function rsaBitsOf(certificate: X509Certificate): number | undefined {
  try {
    return certificate.publicKey.asymmetricKeyDetails?.modulusLength;
  } catch {
    return undefined;
  }
}
