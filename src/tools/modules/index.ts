// The public interface: the modules that a network has, and the hashes that it would give to code.

export { askCode, jsonObjectIn, valueIn } from './ask-code.ts';
export { hashModules, hashOfText, type HashLimits } from './hash-modules.ts';
export { type AskFault, type NetworkAnswer, type NetworkPort } from './port.ts';
export {
  isModuleName,
  readModule,
  type Asking,
  type ModuleOnNetwork,
  type ModuleWithText,
} from './read-modules.ts';
export { refusedReason, unreachable } from './unreachable.ts';
export {
  fetchModules,
  namespaceOf,
  type FetchedModule,
  type FetchOptions,
} from './fetch-modules.ts';
