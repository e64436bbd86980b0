// Serves the metrics of a node at `GET /metrics`, on a separate port that need not be open to clients.

import type { Clock, Timer } from '../../../base/ports/time.ts';
import type { Logger } from '../../../base/ports/logger.ts';
import {
  httpLimits,
  routesOf,
  startHttp,
  type RunningHttpServer,
} from '../../../base/http/index.ts';
import type { NodeMetrics } from './node-metrics.ts';

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
