// The door of metrics: apart from that of the interface, as they are loaded only where they are asked for.

export { NodeMetrics } from './node-metrics.ts';
export { startMetrics, type MetricsOptions } from './start-metrics.ts';
