// The public interface: the modules of networks, the hashes that a network would give to code, and modules as files of a
// project with the lock file that pins them.

export { askCode, jsonObjectIn, valueIn } from './ask-code.ts';
export { hashModules, hashOfText, type HashLimits } from './hash-modules.ts';
export {
  refusedReason,
  unreachable,
  type AskFault,
  type NetworkAnswer,
  type NetworkPort,
} from './port.ts';
export {
  isModuleName,
  readModule,
  type Asking,
  type ModuleOnNetwork,
  type ModuleWithText,
} from './read-modules.ts';
export {
  fetchModules,
  namespaceOf,
  type FetchedModule,
  type FetchOptions,
} from './fetch-modules.ts';
export {
  lockFileName,
  moduleFileName,
  printLock,
  readLock,
  type Lock,
  type LockedModule,
} from './lock.ts';
export { hashOfFile, mergeFiles, requiredFiles, type RequiredFile } from './required-files.ts';
