// The public interface: exports of the blocks of a node, the rows of blocks, and the ports to nodes and to where rows are stored.

export { exportBlocks, exportedText, type ExportOptions } from './exporter.ts';
export { ExportProgress } from './progress.ts';
export { JsonLinesSink } from './json-lines.ts';
export type { BlockRows } from './rows.ts';
export { rowsOfBlock } from './block-rows.ts';
export type { LineChange, RowSink, SinkFault, StoredChain } from './row-sink.ts';
export type { ServiceAnswer, ServicePort, ServiceRequest } from './service-port.ts';
