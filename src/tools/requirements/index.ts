// The public interface: modules of networks as files of a project, and the lock file that pins them.

export { moduleFileName } from './file-name.ts';
export { lockFileName, printLock, readLock, type Lock, type LockedModule } from './lock.ts';
export { mergeFiles } from './merge.ts';
export { hashOfFile, requiredFiles, type RequiredFile } from './required-files.ts';
