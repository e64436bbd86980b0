// Starts the HTTP interface of a node: its endpoints, under its product word and its aliases, plus routes of the
// caller.

import { FairSlices } from '../../base/fair-slices.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Logger } from '../../base/ports/logger.ts';
import type { Random } from '../../base/ports/random.ts';
import { chainsOf } from '../../chain/rules/network.ts';
import {
  sharedAbortController,
  startHttp,
  type AnsweredRequest,
  type AnswerHeaders,
  type HttpLimits,
  type RequestHead,
  type Route,
  type RunningHttpServer,
} from '../../base/http/index.ts';
import { keyOf } from '../../p2p/address/peer-info.ts';
import type { PeerDesk, Sender } from '../../p2p/peers/desk.ts';
import { featuresHeader, featuresText } from '../../p2p/messages/about.ts';
import type { NodePort } from '../port.ts';
import { BlockUpdates } from './routes/updates.ts';
import { reportedConfiguration, type ReportedValues } from './routes/about.ts';
import {
  ofPeers,
  routesOfEndpoints,
  type ApiFor,
  type ApiGroup,
  type Endpoint,
  type PlaceReaders,
} from './endpoint.ts';
import {
  apiLimits,
  friendLimits,
  httpLimitsOfNode,
  strangerLimits,
  type ApiLimits,
} from './limits.ts';
import { moving, withLifetimes } from './caching.ts';
import { PeerThrottle } from './peer-throttle.ts';
import { openApiDocument } from './openapi.ts';
import {
  OpenRequests,
  type Backups,
  type KnownPeer,
  type NodeApiParts,
  defaultProductWord,
  wordOfPath,
  type ProductWords,
} from './parts.ts';
import { allEndpoints } from './routes/index.ts';

export type NodeApiOptions = {
  readonly node: NodePort;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Other product words to accept in requests. */
  readonly aliases?: readonly string[];
  readonly productWord?: string;
  /** `service`: for clients; `p2p`: for other nodes. */
  readonly group?: Exclude<ApiGroup, 'both'>;
  /** The version that answers tell; that of the package by default. Nodes of a network expect one of their own. */
  readonly version?: string;
  /** Whether clients can stream new blocks (default: true). */
  readonly headerStream?: boolean;
  /** Whether streams for miners name the event of new transactions `Refreshed Block`, not `New Cut`. */
  readonly refreshEvents?: boolean;
  readonly backups?: Backups;
  /** Whether the Rosetta interface is offered (default: false). */
  readonly rosetta?: boolean;
  /** The peers that the Rosetta interface lists (default: none). */
  readonly knownPeers?: () => readonly KnownPeer[];
  /** Whether it constructs transactions (default: true). */
  readonly rosettaConstruction?: boolean;
  /** What other nodes ask of the peer-to-peer half; for the interface for other nodes. */
  readonly peers?: PeerDesk | undefined;
  /** For GET /config, in addition to the data of the port. */
  readonly values: ReportedValues;
  /** Routes of the caller on the same address. They take precedence. */
  readonly extraRoutes?: readonly Route<object>[];
  readonly limits?: Partial<ApiLimits>;
  readonly httpLimits?: Partial<HttpLimits>;
  /** Both in PEM form; if absent, the interface speaks plain HTTP. */
  readonly tls?: { readonly certificates: string; readonly key: string } | undefined;
  /** Addresses that the limits of connections of one address, and of new ones, do not apply to. */
  readonly isTrusted?: ((address: string) => boolean) | undefined;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: Random;
  /** Receives one line per request. */
  readonly logger: Logger;
  /** Called for every answer: for metrics. */
  readonly onAnswer?: ((answered: AnsweredRequest) => void) | undefined;
  /** Called for an internal fault in one request. */
  readonly onFault: (error: unknown) => void;
};

/** Throws the system's error if the address cannot be used. */
export async function startNodeApi(options: NodeApiOptions): Promise<RunningHttpServer> {
  const { host, port, clock, timer, logger, onAnswer, onFault } = options;
  const ending = sharedAbortController();
  const { updates, ...served } = nodeRoutes(options, ending.signal);
  const http = await startHttp({
    ...served,
    host,
    port,
    tls: options.tls,
    isTrusted: options.isTrusted,
    clock,
    timer,
    logger,
    onFault,
    // What is damaged on the disk is no fault of the program: the client learns what it is.
    sentenceOf: (error) => (isStoreFault(error) ? error.message : undefined),
    ...(onAnswer !== undefined && { onAnswer }),
    limits: { ...httpLimitsOfNode, ...options.httpLimits },
    knownPaths: 'GET /openapi.json lists what there is',
  });
  const stop = async (): Promise<void> => {
    ending.abort();
    updates?.stop();
    await http.stop();
  };
  return { address: http.address, stop };
}

/** The interface without its sockets. */
export type NodeRoutesOptions = Omit<
  NodeApiOptions,
  'host' | 'port' | 'tls' | 'logger' | 'onAnswer' | 'onFault' | 'httpLimits'
>;

/** `stopping`: aborted when the server shuts down. */
export function nodeRoutes(options: NodeRoutesOptions, stopping: AbortSignal) {
  const { node, clock, group = 'service', peers, extraRoutes = [] } = options;
  const api = partsOf(options, stopping);
  const isFriend = (sender: Sender): boolean => peers?.isFriend(sender) === true;
  const isExempt = (sender: Sender): boolean =>
    options.isTrusted?.(sender.address) === true || isFriend(sender);
  const readers: PlaceReaders = {
    word: (text) => api.words.find((word) => word === text),
    network: (text) => (text === node.network.name ? text : undefined),
    chain: (text) => (/^(0|[1-9][0-9]{0,9})$/.test(text) ? node.chain(Number(text)) : undefined),
  };
  return {
    updates: api.updates,
    routes: [
      ...(extraRoutes as readonly Route<{ readonly api: ApiFor }>[]),
      ...routesOfEndpoints(endpointsOf(options), api, readers),
    ],
    parts: { api: group === 'p2p' ? apiOfPeers(api, options, isFriend) : () => api },
    // Nodes ask from anywhere and often; pages of browsers have no business with them.
    gate: group === 'p2p' ? new PeerThrottle({ clock, isExempt }) : undefined,
    anyOrigin: group === 'service',
    unroutedHeaders: group === 'service' ? moving : undefined,
    commonHeaders: commonHeadersOf({
      clock: node.clock,
      version: options.version ?? node.settings.packageVersion,
      words: api.words,
      peers,
    }),
  };
}

type Asked = 'node' | 'group' | 'headerStream' | 'backups' | 'peers' | 'rosetta';

/** The endpoints of a server with these options. */
function endpointsOf({
  node,
  group = 'service',
  headerStream = true,
  backups,
  peers,
  rosetta = false,
}: Pick<NodeApiOptions, Asked>): readonly Endpoint[] {
  const has = {
    peers: peers !== undefined,
    sealed: peers?.sealed !== undefined,
    mining: node.mining !== undefined,
    streams: headerStream,
    backups: backups !== undefined,
    rosetta,
  };
  const served = allEndpoints.filter(
    (each) =>
      (each.group === group || each.group === 'both') &&
      (each.feature === undefined || has[each.feature]),
  );
  return group === 'p2p' ? served.map(ofPeers) : served.map(withLifetimes);
}

/** Friends may ask for more. */
function apiOfPeers(
  api: NodeApiParts,
  options: Pick<NodeApiOptions, 'limits'>,
  isFriend: (sender: Sender) => boolean,
): ApiFor {
  const ofFriends = { ...api, limits: { ...apiLimits, ...friendLimits, ...options.limits } };
  return (sender) => (isFriend(sender) ? ofFriends : api);
}

function partsOf(options: NodeRoutesOptions, stopping: AbortSignal): NodeApiParts {
  const { node, clock, timer, random, backups, headerStream = true } = options;
  const { productWord = defaultProductWord, aliases = [], refreshEvents = false } = options;
  const { rosettaConstruction = true } = options;
  const { group = 'service', peers } = options;
  const ofGroup = group === 'p2p' ? strangerLimits : {};
  const limits = { ...apiLimits, ...ofGroup, ...options.limits };
  const others = aliases.filter((alias) => alias !== productWord);
  const words: ProductWords = [productWord, ...others];
  const { payloadBatch, minerStreamMs } = limits;
  const reported = {
    node,
    productWord,
    headerStream,
    payloadBatch,
    updateStreamSeconds: Math.round(minerStreamMs / 1000),
    values: options.values,
  };
  const document = {
    endpoints: endpointsOf(options),
    limits,
    words,
    version: node.settings.packageVersion,
    network: node.network.name,
    chains: chainsOf(node.network),
  };
  let documentText: string | undefined;
  return {
    node,
    words,
    limits,
    timer,
    random,
    backups,
    peers,
    refreshEvents,
    knownPeers: options.knownPeers ?? (() => []),
    rosettaConstruction,
    stopping,
    open: new OpenRequests(limits),
    slices: new FairSlices({ clock, timer, maxWaiting: limits.waitingPolls }),
    updates: headerStream && group === 'service' ? new BlockUpdates(node, limits) : undefined,
    configuration: () => reportedConfiguration(reported),
    document: () => (documentText ??= JSON.stringify(openApiDocument(document))),
  };
}

/**
 * Makes the headers of every answer: the node's clock, its version under the product word of the request, and the
 * client's address as the node sees it. They are made for every request, so constant parts are cached.
 */
function commonHeadersOf({
  clock,
  version,
  words,
  peers,
}: {
  readonly clock: Clock;
  readonly version: string;
  readonly words: ProductWords;
  readonly peers: PeerDesk | undefined;
}): (request: RequestHead) => AnswerHeaders {
  const versions = new Map(
    [...words, undefined].map((own) => [
      own,
      Object.fromEntries(
        (own === undefined ? words : [own]).map((word) => [`x-${word}-node-version`, version]),
      ),
    ]),
  );
  const features = peers && {
    [featuresHeader]: featuresText({
      payloadBatch: friendLimits.payloadBatch,
      attachments: true,
      node: peers.nonce,
    }),
  };
  return ({ url, address, port }) => ({
    'x-server-timestamp': String(Math.floor(clock.dateMs() / 1000)),
    'x-peer-addr': keyOf({ host: address, port }),
    ...versions.get(wordOfPath(words, url)),
    ...features,
  });
}
