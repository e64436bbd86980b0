// The public interface of metrics, separate from that of the HTTP interface because it is loaded only if metrics are
// on.

export { NodeMetrics } from './node-metrics.ts';
export { startMetrics, type MetricsOptions } from './start-metrics.ts';
