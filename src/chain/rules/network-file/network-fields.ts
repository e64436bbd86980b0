// The members of a network file, and the values of each. docs/networks.md describes them for people.

import { isJsonArray, isJsonNumber, isJsonObject } from '../../../base/json.ts';
import { ChainGraph, graphNames, knownGraphs } from '../../graph/chain-graph.ts';
import { type InitialGasModel, initialGasModels } from '../execution/gas.ts';
import { forkNames, type ForkName, type ForkPosition } from '../forks.ts';
import {
  choice,
  list,
  object,
  refused,
  type Refused,
  text,
  andThen,
  truth,
  whole,
  type Reader,
} from './reading.ts';
import {
  byPosition,
  chains,
  coins,
  duration,
  hash,
  maxChains,
  orNone,
  position,
  target,
  time,
} from './values.ts';

const max = { items: 1000, gas: 1_000_000_000_000, height: Number.MAX_SAFE_INTEGER };

const name = text(/^[a-z0-9][a-z0-9-]{0,63}$/, 'a name of lower-case letters, digits and -');
const file = text(/^[^\0]{1,1000}$/, 'the path of a file');
const gas = andThen(whole(0, max.gas), BigInt);
const height = whole(0, max.height);

const adjacency: Reader<ChainGraph> = andThen(
  list(list(whole(0, maxChains - 1), { max: maxChains }), { least: 1, max: maxChains }),
  (lists, place) => {
    const graph = ChainGraph.of(lists);
    return graph.ok ? graph.value : place.fault(`is not a chain graph: ${graph.fault}`);
  },
);

const namedGraph = choice(new Map(graphNames.map((each) => [each, knownGraphs[each]])));

/** The name of a known graph, or for each chain the list of its neighbours. */
const graph: Reader<ChainGraph> = (value, place) =>
  typeof value === 'string' ? namedGraph(value, place) : adjacency(value, place);

const graphList = list(object({ from: height, graph }, ['from', 'graph']), {
  least: 1,
  max: 100,
});

/** One graph for all heights, or one from each height on. */
const graphs: typeof graphList = (value, place) => {
  const isOne = typeof value === 'string' || (isJsonArray(value) && value.every(isJsonArray));
  if (!isOne) return graphList(value, place);
  const only = graph(value, place);
  return only === refused ? refused : [{ from: 0, graph: only }];
};

/** The positions of a fork: the first entry that lists the chain, or that lists no chains, applies to it. */
export type ForkSetting = readonly {
  readonly chains: readonly number[] | undefined;
  readonly from: ForkPosition;
}[];

const positionsOfChains = list(object({ chains, from: position }, ['chains', 'from']), {
  max: maxChains,
});

/** One position for all chains, or a list of chains with their positions. */
const forkSetting: Reader<ForkSetting> = (value, place) => {
  if (isJsonArray(value)) return positionsOfChains(value, place);
  const from = position(value, place);
  return from === refused ? refused : [{ chains: undefined, from }];
};

const forkShape = Object.fromEntries(forkNames.map((fork) => [fork, forkSetting])) as Readonly<
  Record<ForkName, typeof forkSetting>
>;

const genesis = object(
  {
    time,
    chains: list(
      object(
        {
          chains,
          target,
          payloadHash: hash,
          payload: file,
          transactions: list(file, { least: 1, max: max.items }),
        },
        ['chains', 'target'],
      ),
      { least: 1, max: maxChains },
    ),
  },
  ['time', 'chains'],
);

const namedModel = choice<InitialGasModel>(new Map(Object.entries(initialGasModels)));

const ownModel: Reader<InitialGasModel> = andThen(
  object({ proofFactor: gas, signatureFactor: gas, ed25519: gas, webauthn: gas }, [
    'proofFactor',
    'signatureFactor',
    'ed25519',
    'webauthn',
  ]),
  ({ proofFactor, signatureFactor, ed25519, webauthn }) => ({
    proofFactor,
    signatureFactor,
    perSigner: { ED25519: ed25519, WebAuthn: webauthn },
  }),
);

const initialGas: Reader<InitialGasModel> = (value, place) =>
  isJsonObject(value) ? ownModel(value, place) : namedModel(value, place);

/** `5.4` in YAML is a number. */
const release: Reader<string> = (value, place) => {
  const written = isJsonNumber(value) ? value.text : value;
  return typeof written === 'string' && /^\d{1,3}\.\d{1,3}(\.\d{1,3})?$/.test(written)
    ? written
    : place.fault('must be a release of Pact, such as 5.4 or 5.4.1');
};

const rise = andThen(
  object({ step: coins, everySeconds: gas, most: coins }, ['step', 'everySeconds', 'most']),
  ({ step, everySeconds, most }) => ({ step, everySeconds, max: most }),
);

const verifierName = text(/^[A-Za-z0-9_-]{1,100}$/, 'the name of a verifier');

const qualifiedName = text(
  /^[^\s().]+(\.[^\s().]+){1,2}$/,
  'a name with its module, such as coin.COINBASE',
);

const tradeName = text(/^[\x21-\x7e]{1,64}$/, 'a name without spaces, such as COIN');

const keyset = object(
  {
    keys: list(text(/^[\x21-\x7e]{1,1000}$/, 'a public key'), { max: max.items }),
    predicate: text(/^[^\s()]{1,1000}$/, 'the name of a predicate'),
  },
  ['keys', 'predicate'],
);

export const networkFields = object(
  {
    name,
    code: whole(0, 0xffff_ffff),
    graphs,
    blockDelay: duration,
    window: whole(1, 1_000_000),
    forks: object(forkShape, []),
    maxForkNumber: whole(0, 1_000_000),
    voteCastingLength: whole(1, 10_000_000),
    proofOfWork: truth,
    firstEpochFromBlockOne: truth,
    genesis,
    blockGasLimit: byPosition(orNone(gas)),
    initialGas: byPosition(initialGas),
    gasSchedule: byPosition(release),
    minimumGasPrice: object({ first: coins, rise }, ['first']),
    spvWindow: byPosition(orNone(whole(0, max.height))),
    verifiers: byPosition(list(verifierName, { max: 100 })),
    rewards: list(object({ upTo: height, reward: coins }, ['upTo', 'reward']), {
      max: 100_000,
    }),
    coinbase: object(
      {
        capabilities: list(
          object(
            {
              name: qualifiedName,
              arguments: list(choice(new Map([['miner', 'miner'] as const])), { max: 10 }),
            },
            ['name'],
          ),
          { max: 10 },
        ),
        showsChain: truth,
      },
      [],
    ),
    transactionTimes: object({ mostAheadSeconds: gas, longestLifeSeconds: gas }, []),
    upgrades: list(
      object(
        {
          at: position,
          chains,
          transactions: list(file, { least: 1, max: max.items }),
          keysets: object(
            { names: list(text(/^[^\0]{1,1000}$/, 'a name'), { max: max.items }), keyset },
            ['names', 'keyset'],
          ),
        },
        ['at'],
      ),
      { max: max.items },
    ),
    rosetta: object(
      {
        blockchain: tradeName,
        symbol: tradeName,
        decimals: whole(0, 18),
      },
      [],
    ),
    gasQuirks: list(
      object({ chain: whole(0, maxChains - 1), height, index: whole(0, 1_000_000), gas }, [
        'chain',
        'height',
        'index',
        'gas',
      ]),
      { max: 10_000 },
    ),
  },
  ['name', 'code', 'graphs', 'blockDelay', 'genesis'],
);

export type NetworkFields = Exclude<ReturnType<typeof networkFields>, Refused>;
