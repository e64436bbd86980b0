// The public interface of state files and logs.

export { diskFault, isSystemError, ownFile, ownerOnly, readAt, syncFolder } from './disk.ts';
export { lock } from './lock.ts';
export { passingFolder } from './passing-folder.ts';
export { RecordLog } from './record-log.ts';
export { StoredState } from './stored-state.ts';
