// The public interface of state files and logs.

export {
  diskFault,
  isSystemError,
  keepToOwner,
  ownFile,
  ownerOnly,
  readAt,
  syncFolder,
  writeAll,
} from './disk.ts';
export { lock } from './lock.ts';
export { readRecord } from './records.ts';
export { RecordLog } from './record-log.ts';
export { StoredState } from './stored-state.ts';
export { recordBytes, recordHeadLength, recordKinds } from './records.ts';
