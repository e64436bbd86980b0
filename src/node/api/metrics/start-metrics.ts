// Serves the metrics of a node on a port of its own, which operators keep away from clients: `GET /metrics`.

import type { Clock } from '../../../base/ports/clock.ts';
import type { Logger } from '../../../base/ports/logger.ts';
import type { Timer } from '../../../base/ports/timer.ts';
import { httpLimits, routesOf, startHttp, type RunningHttpServer } from '../../../http/index.ts';
import type { NodeMetrics } from './node-metrics.ts';

export type MetricsOptions = {
  readonly metrics: NodeMetrics;
  readonly host: string;
  /** 0: any that is free. */
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
  summary: 'Tells what the node measures, in the text format of Prometheus',
  answers: '# HELP pact_chain_height Height of the newest block\n...',
  needs: ['metrics'],
  run: async ({ metrics }) => ({
    kind: 'text',
    type: metrics.registry.contentType,
    text: await metrics.text(),
  }),
});

/** Throws what the system has against the address. */
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
