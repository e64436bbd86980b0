// Rosetta: which networks there are, what this node does, and where it is.
// Source: interface reference, section 6; Mesh API, /network/list, /network/options, /network/status.

import { JsonNumber, type JsonValue } from '../../../base/json.ts';
import { bad, good } from '../../../base/result.ts';
import { genesisHeader } from '../../../chain/rules/network.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { rosettaErrorList } from '../../../rosetta/errors.ts';
import { blockIdentifierJson } from '../../../rosetta/identifiers.ts';
import { networkIdentifierJson } from '../../../rosetta/network-words.ts';
import { operationStatuses, operationTypes } from '../../../rosetta/operations.ts';
import { arrayOf, objectOf, ref } from '../json-schema.ts';
import type { KnownPeer, NodeApiParts } from '../parts.ts';
import { oldestKept } from '../rosetta/kept-history.ts';
import {
  chainEndpoint,
  exampleNetwork,
  notBegun,
  rosettaEndpoint,
} from '../rosetta/rosetta-endpoint.ts';

/** The version of the standard whose forms answers have. */
const rosettaVersion = '1.4.13';
/** That of the reference's last implementation, whose answers these are. */
const implementationVersion = '2.0.0';

export const rosettaNetworkEndpoints = [
  rosettaEndpoint({
    path: 'network/list',
    id: 'rosettaNetworkList',
    summary: 'Returns the network identifier of every chain',
    example: {},
    answer: objectOf({ network_identifiers: arrayOf(ref('rosettaNetwork')) }),
    read: (body) => body.object,
    run: ({ node }, { words }) => {
      const chains = [...node.cut().heads.keys()].sort((one, other) => one - other);
      const identifiers = chains.map((chain) => networkIdentifierJson(words, chain));
      return good(new Map([['network_identifiers', identifiers]]));
    },
  }),
  chainEndpoint({
    path: 'network/options',
    id: 'rosettaNetworkOptions',
    summary: 'Returns the versions, the types and statuses of operations, and all errors',
    example: { network_identifier: exampleNetwork },
    answer: objectOf({ version: { type: 'object' }, allow: { type: 'object' } }),
    read: () => undefined,
    run: (parts) =>
      good(
        new Map<string, JsonValue>([
          ['version', versionJson(parts)],
          ['allow', allowed],
        ]),
      ),
  }),
  chainEndpoint({
    path: 'network/status',
    id: 'rosettaNetworkStatus',
    summary: 'Returns the newest and the first block of a chain, and the peers of the node',
    example: { network_identifier: exampleNetwork },
    answer: objectOf(
      {
        current_block_identifier: ref('rosettaBlock'),
        current_block_timestamp: { type: 'integer', minimum: 0 },
        genesis_block_identifier: ref('rosettaBlock'),
        oldest_block_identifier: ref('rosettaBlock'),
        peers: arrayOf({ type: 'object' }),
      },
      ['oldest_block_identifier'],
    ),
    read: () => undefined,
    run: ({ node, knownPeers }, { chain }) => {
      // As a question about the cut, after which a devnet goes on making blocks.
      const head = node.cut().heads.get(chain.id);
      const genesis = genesisHeader(node.network, chain.id);
      if (head === undefined || genesis === undefined) return bad(notBegun);
      const oldest = chain.coinHistory && oldestKept(chain, genesis);
      if (oldest?.ok === false) return oldest;
      return good(
        new Map<string, JsonValue>([
          ['current_block_identifier', blockIdentifierJson(head)],
          ['current_block_timestamp', timestampJson(head)],
          ['genesis_block_identifier', blockIdentifierJson(genesis)],
          ...oldestMember(oldest?.value),
          ['peers', knownPeers().slice(0, maxPeers).map(peerJson)],
        ]),
      );
    },
  }),
];

/** Only where it is not the first block of the chain. */
function oldestMember(oldest: BlockHeader | undefined): readonly (readonly [string, JsonValue])[] {
  return oldest === undefined ? [] : [['oldest_block_identifier', blockIdentifierJson(oldest)]];
}

/** As many as the reference lists. */
const maxPeers = 64;

function peerJson({ address, id }: KnownPeer): JsonValue {
  const colon = address.lastIndexOf(':');
  const metadata = new Map<string, JsonValue>([
    ['address_hostname', address.slice(0, colon)],
    ['address_port', address.slice(colon + 1)],
  ]);
  if (id !== undefined) metadata.set('certificate_id', id);
  return new Map<string, JsonValue>([
    ['peer_id', address],
    ['metadata', metadata],
  ]);
}

/** Milliseconds since 1970. */
export function timestampJson({ creationTime }: BlockHeader): JsonNumber {
  return new JsonNumber(String(creationTime / 1000n));
}

function versionJson({ node, words }: NodeApiParts): JsonValue {
  const [word] = words;
  const metadata = new Map<string, JsonValue>([
    ['node-api-version', '0.0'],
    [`${word}-version`, node.network.name],
    [`rosetta-${word}-version`, implementationVersion],
  ]);
  return new Map<string, JsonValue>([
    ['rosetta_version', rosettaVersion],
    ['node_version', node.settings.packageVersion],
    ['metadata', metadata],
  ]);
}

const allowed = new Map<string, JsonValue>([
  [
    'operation_statuses',
    operationStatuses.map(
      (status) =>
        new Map<string, JsonValue>([
          ['status', status],
          ['successful', true],
        ]),
    ),
  ],
  ['operation_types', operationTypes],
  ['errors', rosettaErrorList()],
  ['historical_balance_lookup', true],
  ['call_methods', []],
  ['balance_exemptions', []],
  ['mempool_coins', false],
]);
