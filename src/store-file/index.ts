// The front door of state files, and of logs that only grow.

export { RecordLog, type RecordPosition } from './record-log.ts';
export { StoredState } from './stored-state.ts';
