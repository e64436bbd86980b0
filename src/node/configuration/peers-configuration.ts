// The part of a node's configuration about other nodes: read from the values of its keys, with faults as sentences.

import { join } from 'node:path';
import { type IpRange, parseIpAddress, parseIpRange } from '../../base/ip-address.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { IdentitySource } from '../../p2p/address/identity-source.ts';
import { keyOf, type PeerInfo } from '../../p2p/address/peer-info.ts';
import { isReserved } from '../../p2p/address/reserved.ts';
import { parseHost, parseHostAddress } from '../../p2p/address/host-address.ts';
import { parsePeer } from '../../p2p/address/peer-text.ts';
import type { OptionValue } from './option.ts';

export type PeersConfiguration = {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** `undefined`: the address that known peers see; `port` is `undefined`: the one that is listened on. */
  readonly announce: { readonly host: string; readonly port: number | undefined } | undefined;
  /** Friends included. */
  readonly peers: readonly PeerInfo[];
  readonly friends: readonly PeerInfo[];
  readonly ignoreBootstraps: boolean;
  /** `undefined`: on networks without proof of work, whose blocks anybody can make. */
  readonly isPrivate: boolean | undefined;
  readonly identity: IdentitySource;
  readonly outbound: number;
  readonly inbound: number;
  /** From 0 to 1. */
  readonly bootstrapReachability: number;
  /** `undefined`: on networks without proof of work, and if there are no known peers. */
  readonly mineAlone: boolean | undefined;
  readonly version: string;
  readonly testRanges: readonly IpRange[];
  readonly checkCertificates: boolean;
};

/** The port of nodes of the reference. */
const usualPort = 1789;

/** Networks of the public, where a node must not speak to private addresses or to unknown certificates. */
const publicNetworks: ReadonlySet<string> = new Set(['mainnet01', 'testnet04', 'testnet06']);

export type ConfigurationValues = {
  readonly raw: (key: string) => OptionValue;
  /** Returns the absolute path; `undefined` if there is no value. */
  readonly path: (key: string) => string | undefined;
  readonly list: (key: string) => readonly string[];
};

/** Reports faults of values whose form is right, with the key that must change. */
export function peerFaults(
  { raw, list }: Pick<ConfigurationValues, 'raw' | 'list'>,
  say: (key: string, message: string) => void,
): void {
  for (const key of ['p2p.peers', 'p2p.friends']) {
    for (const item of list(key)) {
      const read = parsePeer(item);
      if (!read.ok) say(key, `has the peer ${JSON.stringify(item)}: ${read.fault}`);
    }
  }
  const announce = announced(raw('p2p.announce'));
  if (announce !== undefined && !announce.ok) {
    say('p2p.announce', `is ${JSON.stringify(raw('p2p.announce'))}: ${announce.fault}`);
  }
  for (const item of list('p2p.testRanges')) {
    if (parseIpRange(item) === undefined) {
      say(
        'p2p.testRanges',
        `has ${JSON.stringify(item)}, which is not a range such as 127.0.0.0/8 (no bits beyond the prefix)`,
      );
    }
  }
  privateAddresses({ raw, list }, say);
  contradictions({ raw, list }, say);
}

/** No connection is made to a private address unless its range is allowed: people who try nodes at home need to know. */
function privateAddresses(
  { raw, list }: Pick<ConfigurationValues, 'raw' | 'list'>,
  say: (key: string, message: string) => void,
): void {
  const ranges = rangesIn(list('p2p.testRanges'));
  const remedy = publicNetworks.has(String(raw('network')))
    ? 'nodes of this network have public addresses'
    : 'allow it with p2p.testRanges';
  for (const key of ['p2p.peers', 'p2p.friends']) {
    for (const { address } of peersIn(list(key))) {
      if (!isReserved(address.host, ranges)) continue;
      say(key, `has ${keyOf(address)}, which is a private address: ${remedy}`);
    }
  }
  const announce = announced(raw('p2p.announce'));
  if (announce?.ok === true && isReserved(announce.value.host, ranges)) {
    say('p2p.announce', `is ${announce.value.host}, which is a private address: ${remedy}`);
  }
}

function contradictions(
  { raw, list }: Pick<ConfigurationValues, 'raw' | 'list'>,
  say: (key: string, message: string) => void,
): void {
  const [certificate, key] = [raw('p2p.certificate'), raw('p2p.key')];
  if (certificate !== undefined && key === undefined) {
    say('p2p.certificate', 'needs p2p.key, the file with its private key');
  }
  if (key !== undefined && certificate === undefined) {
    say('p2p.key', 'needs p2p.certificate, the file with the certificate of the key');
  }
  const network = String(raw('network'));
  if (publicNetworks.has(network)) {
    if (list('p2p.testRanges').length > 0) {
      say('p2p.testRanges', `must be empty on ${network}: its nodes have public addresses`);
    }
    if (raw('p2p.checkCertificates') === false) {
      say('p2p.checkCertificates', `must be true on ${network}`);
    }
  }
  if (raw('p2p.enabled') !== false) return;
  if (raw('follow') === 'headers') {
    say('p2p.enabled', 'is false, but follow: headers needs other nodes');
  }
}

/** Reads checked values. Returns `undefined` if this node does not connect to others. */
export function peersConfigurationOf({
  raw,
  path,
  list,
}: ConfigurationValues): PeersConfiguration | undefined {
  const isNamed =
    raw('p2p.port') !== undefined || list('p2p.peers').length + list('p2p.friends').length > 0;
  if (!(raw('p2p.enabled') ?? (isNamed || raw('follow') === 'headers'))) return undefined;
  const friends = peersIn(list('p2p.friends'));
  const announce = announced(raw('p2p.announce'));
  const data = path('data');
  const [certificate, key] = [path('p2p.certificate'), path('p2p.key')];
  const identity: IdentitySource =
    certificate !== undefined && key !== undefined
      ? { kind: 'files', certificate, key }
      : {
          kind: 'own',
          folder:
            path('p2p.identityFolder') ?? (data === undefined ? undefined : join(data, 'p2p')),
          keyType: raw('p2p.keyType') === 'rsa2048' ? 'rsa2048' : 'p256',
        };
  return {
    host: String(raw('p2p.host')),
    port: Number(raw('p2p.port') ?? usualPort),
    announce: announce?.ok === true ? announce.value : undefined,
    peers: [...peersIn(list('p2p.peers')), ...friends],
    friends,
    ignoreBootstraps: raw('p2p.ignoreBootstraps') === true,
    isPrivate: flagIn(raw('p2p.private')),
    identity,
    outbound: Number(raw('p2p.outbound')),
    inbound: Number(raw('p2p.inbound')),
    bootstrapReachability: Number(raw('p2p.bootstrapReachability')),
    mineAlone: flagIn(raw('p2p.mineAlone')),
    version: String(raw('p2p.peerVersion')),
    testRanges: rangesIn(list('p2p.testRanges')),
    checkCertificates: raw('p2p.checkCertificates') === true,
  };
}

function peersIn(items: readonly string[]): readonly PeerInfo[] {
  return items.flatMap((item) => {
    const read = parsePeer(item);
    return read.ok ? [read.value] : [];
  });
}

const rangesIn = (items: readonly string[]): readonly IpRange[] =>
  items.flatMap((item) => parseIpRange(item) ?? []);

const flagIn = (value: OptionValue): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

function announced(
  value: OptionValue,
): Result<{ readonly host: string; readonly port: number | undefined }, string> | undefined {
  if (typeof value !== 'string') return undefined;
  if (/:[0-9]+$/.test(value) && parseIpAddress(value) === undefined) return parseHostAddress(value);
  const host = parseHost(value);
  if (!host.ok) return bad(host.fault);
  return good({ host: host.value, port: undefined });
}
