// The front door of the room: what modules a network has, and the hashes that it would give to code.

export { askCode, jsonObjectIn, printable, valueIn, type CodeQuestion } from './ask-code.ts';
export {
  hashModules,
  hashOfText,
  type HashFault,
  type HashLimits,
  type ModuleHashes,
  type ModuleToHash,
} from './hash-modules.ts';
export { type AskFault, type NetworkAnswer, type NetworkPort } from './port.ts';
export {
  isModuleName,
  readModule,
  readModuleWithText,
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
