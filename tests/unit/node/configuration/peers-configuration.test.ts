// The keys about other nodes: when this node connects to others, and what is said about values that cannot be used.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseIpRange } from '../../../../src/base/ip-address.ts';
import { readConfiguration } from '../../../../src/node/configuration/node-configuration.ts';

const id = 'A'.repeat(43);

function read(text: string) {
  return readConfiguration({ environment: {}, flags: [], file: { path: 'node.yaml', text } });
}

function peers(text: string) {
  const answer = read(text);
  if (!answer.ok) throw new Error(answer.fault.join('\n'));
  return answer.value.configuration.p2p;
}

function faults(text: string): string {
  const answer = read(text);
  return answer.ok ? '' : answer.fault.join('\n');
}

test('a node connects to others only if a peer or the port is configured', () => {
  expect(peers('')).toBeUndefined();
  expect(peers('p2p: { outbound: 3 }')).toBeUndefined();
  expect(peers('p2p: { enabled: false, port: 1789 }')).toBeUndefined();
  expect(peers('p2p: { enabled: true }')).toMatchObject({ host: '0.0.0.0', port: 1789 });
  expect(peers('p2p: { port: 0 }')).toMatchObject({ port: 0, peers: [] });
  expect(peers('p2p: { peers: [node.example:1] }')).toMatchObject({ port: 1789 });
  expect(peers('p2p: { friends: [node.example:1] }')).toMatchObject({ port: 1789 });
  expect(peers('{ follow: headers }')).toMatchObject({ port: 1789 });
});

test('by default it checks certificates, and has an identity of its own', () => {
  expect(peers('p2p: { enabled: true }')).toEqual({
    host: '0.0.0.0',
    port: 1789,
    announce: undefined,
    peers: [],
    friends: [],
    ignoreBootstraps: false,
    isPrivate: undefined,
    identity: { kind: 'own', folder: undefined, keyType: 'p256' },
    outbound: 8,
    inbound: 256,
    bootstrapReachability: 0.5,
    mineAlone: undefined,
    version: '3.2',
    testRanges: [],
    checkCertificates: true,
  });
  expect(peers('{ data: /d, p2p: { enabled: true } }')?.identity).toMatchObject({
    folder: '/d/p2p',
  });
});

test('peers, friends and ranges are read', () => {
  const text = `
p2p:
  peers: [node.example:443, "${id}@1.2.3.7:1789"]
  friends: ["[2600::7]:1789"]
  announce: own.example:2000
  testRanges: [127.0.0.0/8]
  bootstrapReachability: 0.25
  mineAlone: false
`;
  const friend = { address: { host: '2600::7', port: 1789 }, id: undefined };
  expect(peers(text)).toMatchObject({
    peers: [
      { address: { host: 'node.example', port: 443 }, id: undefined },
      { address: { host: '1.2.3.7', port: 1789 }, id },
      friend,
    ],
    friends: [friend],
    announce: { host: 'own.example', port: 2000 },
    testRanges: [parseIpRange('127.0.0.0/8')],
    bootstrapReachability: 0.25,
    mineAlone: false,
  });
  expect(peers('p2p: { port: 1, announce: "2600::7" }')?.announce).toEqual({
    host: '2600::7',
    port: undefined,
  });
});

test('files of a certificate are relative to the file', () => {
  const { identity } = peers('p2p: { enabled: true, certificate: c.pem, key: k.pem }') ?? {};
  expect(identity).toMatchObject({
    kind: 'files',
    certificate: resolve('c.pem'),
    key: resolve('k.pem'),
  });
});

test.each([
  [
    'p2p: { peers: [node.example] }',
    'node.yaml:1:15: p2p.peers has the peer "node.example": an address is a host and a port, such as node.example:1789',
  ],
  [
    'p2p: { friends: ["abc@node.example:1"] }',
    'the id before @ must have 43 characters, as pact node identity prints it',
  ],
  ['p2p: { peers: ["0x7f.1:1789"] }', 'a host is a name such as node.example'],
  ['p2p: { announce: "http://a" }', 'p2p.announce is "http://a": a host is a name'],
  ['p2p: { announce: "a:99999" }', 'p2p.announce is "a:99999": a port is a whole number'],
  [
    'p2p: { testRanges: [127.0.0.1/8] }',
    'p2p.testRanges has "127.0.0.1/8", which is not a range such as 127.0.0.0/8',
  ],
  [
    'p2p: { peers: [localhost:1] }',
    'p2p.peers has localhost:1, which is a private address: allow it with p2p.testRanges',
  ],
  [
    'p2p: { friends: [192.168.1.2:1], testRanges: [127.0.0.0/8] }',
    'p2p.friends has 192.168.1.2:1, which is a private address: allow it with p2p.testRanges',
  ],
  [
    '{ network: mainnet01, p2p: { port: 1, announce: 10.0.0.1 } }',
    'p2p.announce is 10.0.0.1, which is a private address: nodes of this network have public addresses',
  ],
  ['p2p: { certificate: c.pem }', 'p2p.certificate needs p2p.key, the file with its private key'],
  ['p2p: { key: k.pem }', 'p2p.key needs p2p.certificate'],
  [
    '{ network: mainnet01, p2p: { testRanges: [10.0.0.0/8] } }',
    'p2p.testRanges must be empty on mainnet01: its nodes have public addresses',
  ],
  [
    '{ network: testnet06, p2p: { checkCertificates: false } }',
    'p2p.checkCertificates must be true on testnet06',
  ],
  ['{ follow: headers, p2p: { enabled: false } }', 'follow: headers needs other nodes'],
  [
    '{ follow: headers, mining: { coordination: true } }',
    'mining.coordination does not go with follow',
  ],
  ['followFrom: trusted.txt', 'followFrom needs follow: headers'],
  ['p2p: { bootstrapReachability: 1.5 }', 'must be a number from 0 to 1, such as 0.5, not 1.5'],
  ['p2p: { peerVersion: 3.2-x }', 'must be a version such as 3.2, not 3.2-x'],
  [
    'p2p: { maxSessionCount: 3 }',
    'p2p.maxSessionCount is not known: it is called p2p.outbound here',
  ],
  [
    'p2p: { peer: { hostaddress: { port: 1 } } }',
    'p2p.peer.hostaddress.port is not known: it is called p2p.port here',
  ],
])('%s', (text, sentence) => {
  expect(faults(text)).toContain(sentence);
});
