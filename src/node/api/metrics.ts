// The metrics of a node, for Prometheus: requests by route; height, blocks and mempool size by chain; memory,
// descriptors and event loop delay of the process. Labels are chains, routes, methods and statuses, never values that a
// client chooses. They are served on a separate port that need not be open to clients, and this file is loaded only if
// metrics are on.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { BlockHeader } from '../../chain/model/header.ts';
import {
  type AnsweredRequest,
  httpLimits,
  routesOf,
  startHttp,
  type RunningHttpServer,
} from '../../base/http/index.ts';
import type { OperatorView } from '../../p2p/sessions/operator.ts';
import type { CutChange, NodePort } from '../port.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Logger } from '../../base/ports/logger.ts';
import { addPeerMetrics } from './peer-metrics.ts';
import { addGauge } from './read-gauge.ts';

/** Upper bounds in seconds. A request of `listen` waits for up to 180. */
const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 180];
/** Upper bounds in seconds. Blocks of a public network come every 30 seconds, those of a devnet at once. */
const intervalSeconds = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 45, 60, 120, 300, 600];

export class NodeMetrics {
  readonly registry = new Registry();
  private readonly requests: Counter<'route' | 'method' | 'status'>;
  private readonly durations: Histogram<'route'>;
  private readonly blocks: Counter<'chain'>;
  private readonly transactions: Counter<'chain'>;
  private readonly removed: Counter<'chain'>;
  private readonly intervals: Histogram<'chain'>;
  private readonly node: NodePort;
  private readonly stopListening: () => void;

  constructor(node: NodePort) {
    this.node = node;
    const registers = [this.registry];
    const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers });
    const byChain: 'chain'[] = ['chain'];
    this.requests = counter('pact_http_requests_total', 'Requests that were answered', [
      'route',
      'method',
      'status',
    ]);
    this.durations = new Histogram({
      name: 'pact_http_request_seconds',
      help: 'Time from reading the headers of a request until its answer was sent',
      labelNames: ['route'],
      buckets: requestSeconds,
      registers,
    });
    this.blocks = counter('pact_blocks_total', 'Blocks that entered the cut', byChain);
    this.transactions = counter('pact_transactions_total', 'Transactions in these blocks', byChain);
    this.removed = counter(
      'pact_blocks_removed_total',
      'Blocks that reorganisations removed from the cut',
      byChain,
    );
    this.intervals = new Histogram({
      name: 'pact_block_interval_seconds',
      help: 'Time between a block and its parent, according to their headers',
      labelNames: byChain,
      buckets: intervalSeconds,
      registers,
    });
    this.addGauges(registers);
    collectDefaultMetrics({ register: this.registry });
    this.stopListening = node.onCut((change) => this.follow(change));
  }

  /** Adds what is measured about other nodes. */
  addPeers(view: Pick<OperatorView, 'progress' | 'counts'>): void {
    addPeerMetrics(this.registry, view);
  }

  /** Counts a request that the HTTP server answered. */
  answered({ route = 'unknown', method, status, milliseconds }: AnsweredRequest): void {
    this.requests.inc({ route, method: method ?? 'other', status });
    this.durations.observe({ route }, milliseconds / 1000);
  }

  /** Returns the metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  stop(): void {
    this.stopListening();
    this.registry.clear();
  }

  /** Adds the gauges, whose values are read when metrics are requested. */
  private addGauges(registers: Registry[]): void {
    const { node } = this;
    const labelNames: 'chain'[] = ['chain'];
    const perChain = (name: string, help: string, read: (header: BlockHeader) => number): void => {
      const gauge: Gauge<'chain'> = new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const [chain, header] of node.cut().heads) gauge.set({ chain }, read(header));
        },
      });
    };
    perChain('pact_chain_height', 'Height of the newest block', ({ height }) => height);
    perChain(
      'pact_chain_time_seconds',
      'Time of the newest block, in seconds since 1970',
      ({ creationTime }) => Number(creationTime) / 1e6,
    );
    perChain(
      'pact_mempool_transactions',
      'Transactions that wait for a block',
      ({ chainId }) => node.chain(chainId)?.pending() ?? 0,
    );
    addGauge(this.registry, 'pact_cut_age_seconds', {
      help: 'Seconds since the time of the newest block of any chain',
      read: () => {
        const times = [...node.cut().heads.values()].map(({ creationTime }) => creationTime);
        const newest = times.reduce((a, b) => (a > b ? a : b), 0n);
        return node.clock.dateMs() / 1000 - Number(newest) / 1e6;
      },
    });
    addGauge(this.registry, 'pact_healthy', {
      help: '1 while the node serves clients, 0 after a fault, during shutdown, and while it lacks blocks',
      read: () => (node.health().kind === 'well' ? 1 : 0),
    });
  }

  private follow({ added, removed }: CutChange): void {
    for (const header of added) {
      const { chainId: chain, payloadHash, height, parent } = header;
      const own = this.node.chain(chain);
      this.blocks.inc({ chain });
      this.transactions.inc({ chain }, own?.payload(payloadHash, height)?.transactions.length ?? 0);
      const below = own?.headers.get(parent);
      if (below !== undefined) {
        const micros = Number(header.creationTime - below.creationTime);
        this.intervals.observe({ chain }, micros / 1e6);
      }
    }
    for (const { chainId: chain } of removed) this.removed.inc({ chain });
  }
}

export type MetricsOptions = {
  readonly metrics: NodeMetrics;
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly logger: Logger;
  readonly onFault: (error: unknown) => void;
};

const route = routesOf<{ readonly metrics: NodeMetrics }>();

const metricsRoute = route({
  method: 'GET',
  path: '/metrics',
  summary: 'Returns the metrics of the node, in the text format of Prometheus',
  answers: '# HELP pact_chain_height Height of the newest block\n...',
  needs: ['metrics'],
  run: async ({ metrics }) => ({
    kind: 'text',
    type: metrics.registry.contentType,
    text: await metrics.text(),
  }),
});

/** Throws the system's error if the address cannot be used. */
export async function startMetrics({
  metrics,
  ...http
}: MetricsOptions): Promise<RunningHttpServer> {
  const server = await startHttp({
    ...http,
    limits: { ...httpLimits, connections: 100 },
    routes: [metricsRoute],
    parts: { metrics },
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    metrics.stop();
  };
  return { address: server.address, stop };
}
