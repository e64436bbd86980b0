// Serves the metrics of a node on a separate port. The metrics code and its client library are loaded only if needed.

import type { AnsweredRequest } from '../../../node/api/index.ts';
import type { MetricsOptions } from '../../../node/api/metrics/index.ts';
import type { NodePort } from '../../../node/port.ts';

export type ServedMetrics = {
  readonly address: string;
  readonly onAnswer: (answered: AnsweredRequest) => void;
  stop(): Promise<void>;
};

export type MetricsPlace = {
  readonly host: string;
  /** 0: any free port; `undefined`: no metrics. */
  readonly port: number | undefined;
};

/** Throws the system's error if it cannot listen on the address. */
export async function serveMetrics(
  node: NodePort,
  { host, port }: MetricsPlace,
  shared: Omit<MetricsOptions, 'metrics' | 'host' | 'port'>,
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined;
  const { NodeMetrics, startMetrics } = await import('../../../node/api/metrics/index.ts');
  const metrics = new NodeMetrics(node);
  const server = await startMetrics({ ...shared, metrics, host, port });
  return {
    address: server.address,
    onAnswer: (answered) => metrics.answered(answered),
    stop: () => server.stop(),
  };
}
