// The metrics of a node on a port of their own. Their room, and the client library in it, are loaded only where they are
// asked for.

import type { AnsweredRequest } from '../../node/api/index.ts';
import type { MetricsOptions } from '../../node/api/metrics/index.ts';
import type { NodePort } from '../../node/port.ts';

export type ServedMetrics = {
  readonly address: string;
  readonly onAnswer: (answered: AnsweredRequest) => void;
  stop(): Promise<void>;
};

export type MetricsPlace = {
  readonly host: string;
  /** 0: any that is free; `undefined`: no metrics. */
  readonly port: number | undefined;
};

/** Throws what the system has against the address. */
export async function serveMetrics(
  node: NodePort,
  { host, port }: MetricsPlace,
  shared: Omit<MetricsOptions, 'metrics' | 'host' | 'port'>,
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined;
  const { NodeMetrics, startMetrics } = await import('../../node/api/metrics/index.ts');
  const metrics = new NodeMetrics(node);
  const server = await startMetrics({ ...shared, metrics, host, port });
  return {
    address: server.address,
    onAnswer: (answered) => metrics.answered(answered),
    stop: () => server.stop(),
  };
}
