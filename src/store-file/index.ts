// The front door of state files, and of logs.

export { KeyedRecords } from './keyed-records.ts';
export { RecordLog, type RecordPosition } from './record-log.ts';
export { StoredState } from './stored-state.ts';
