// The keys about other nodes: whether and where this one listens to them, whom it knows, and what it is known by.

import { count, flag, text, type NodeOption } from './option.ts';

const fraction = {
  type: 'text',
  description:
    'The part of the known peers, from 0 to 1, that should be able to connect to this node when it starts; 0 does not ask them.',
  pattern: '^(0|1|0\\.[0-9]{1,3}|1\\.0{1,3})$',
  what: 'a number from 0 to 1, such as 0.5',
} as const;

const peerList = (description: string) =>
  ({ type: 'list', description, items: text('A peer: HOST:PORT, or ID@HOST:PORT.') }) as const;

export const peerOptions: readonly NodeOption[] = [
  {
    key: 'p2p.enabled',
    schema: flag('Whether this node connects to others.'),
    default: undefined,
    unset: 'true if p2p.peers, p2p.friends or p2p.port is set, and with follow: headers',
  },
  {
    key: 'p2p.host',
    schema: text('The address to listen on for other nodes; 0.0.0.0 listens on all addresses.'),
    default: '0.0.0.0',
    reference: 'p2p.peer.interface',
  },
  {
    key: 'p2p.port',
    schema: count('The port to listen on for other nodes; 0 picks a free port.', 0, 65_535),
    default: undefined,
    unset: '1789',
    reference: 'p2p.peer.hostaddress.port',
  },
  {
    key: 'p2p.announce',
    schema: text(
      'The address that other nodes are told: a host, or HOST:PORT if a proxy listens on another port.',
    ),
    default: undefined,
    unset: 'the address that known peers see',
    reference: 'p2p.peer.hostaddress.hostname',
  },
  {
    key: 'p2p.peers',
    schema: peerList(
      'Nodes to connect to: HOST:PORT, or ID@HOST:PORT for a certificate that no authority has signed.',
    ),
    default: [],
    reference: 'p2p.peers',
  },
  {
    key: 'p2p.friends',
    schema: peerList(
      'Peers that are trusted not to flood this node: they are never banned, and may ask for more at once.',
    ),
    default: [],
  },
  {
    key: 'p2p.ignoreBootstraps',
    schema: flag('Whether to leave out the peers that every node of a public network knows.'),
    default: false,
    reference: 'p2p.ignoreBootstrapNodes',
  },
  {
    key: 'p2p.private',
    schema: flag('Whether to talk only to configured peers, and to tell nobody of this node.'),
    default: undefined,
    unset: 'true on networks without proof of work, whose blocks anybody can make',
    reference: 'p2p.private',
  },
  {
    key: 'p2p.outbound',
    schema: count('The number of peers to keep connections to.', 1, 32),
    default: 8,
    reference: 'p2p.maxSessionCount',
  },
  {
    key: 'p2p.inbound',
    schema: count('The most connections from other nodes.', 8, 4000),
    default: 256,
  },
  {
    key: 'p2p.certificate',
    schema: text(
      'A file with a certificate in PEM form, and those of the authorities that signed it.',
    ),
    default: undefined,
    unset: 'a certificate of this node, made at the first start',
    reference: 'p2p.peer.certificateChainFile',
  },
  {
    key: 'p2p.key',
    schema: text('The file with the private key of p2p.certificate.'),
    default: undefined,
    unset: 'a key of this node, made at the first start',
    reference: 'p2p.peer.keyFile',
  },
  {
    key: 'p2p.keyType',
    schema: {
      type: 'choice',
      description: 'The kind of key to make at the first start.',
      choices: ['p256', 'rsa2048'],
    },
    default: 'p256',
  },
  {
    key: 'p2p.identityFolder',
    schema: text('The folder for the key and the certificate of this node.'),
    default: undefined,
    unset: 'p2p in the data folder; without data, a new identity at each start',
  },
  {
    key: 'p2p.bootstrapReachability',
    schema: fraction,
    default: '0.5',
    reference: 'p2p.bootstrapReachability',
  },
  {
    key: 'p2p.mineAlone',
    schema: flag('Whether to mine while no peer answers.'),
    default: undefined,
    unset: 'true on networks without proof of work, and if there are no known peers',
  },
  {
    key: 'p2p.peerVersion',
    schema: {
      type: 'text',
      description: 'The version that other nodes are told.',
      pattern: '^[0-9]{1,4}(\\.[0-9]{1,4}){0,3}$',
      what: 'a version such as 3.2',
    },
    default: '3.2',
  },
  {
    key: 'p2p.testRanges',
    schema: {
      type: 'list',
      description:
        'Address ranges to connect to although they are private: 127.0.0.0/8 for nodes on one machine. Not for public networks.',
      items: text('A range such as 192.168.0.0/16.'),
    },
    default: [],
  },
  {
    key: 'p2p.checkCertificates',
    schema: flag(
      'Whether peers must show the certificate of their id, or a signed one. Must be true for public networks.',
    ),
    default: true,
  },
];
