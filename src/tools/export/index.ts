// The public interface: the rows of blocks, and the port to where they are stored.

export type { BlockRows } from './rows.ts';
export { rowsOfBlock } from './block-rows.ts';
export type { LineChange, RowSink, SinkFault, StoredChain } from './row-sink.ts';
