// The entry point for defining builtins outside the language: definitions, the call they receive, and their access to the
// machine. Contract: a builtin charges before it works, and uses the machine only through its call.

export {
  type Arguments,
  type BuiltinDefinition,
  type Overload,
  type Param,
  builtin,
  overload,
  param,
} from '../builtins/define.ts';
export { base64Fault } from '../builtins/strings/base64.ts';
export { Registry } from '../builtins/registry.ts';
export { acquire } from '../eval/capabilities/acquire.ts';
export { defCapOf } from '../eval/capabilities/install.ts';
export { installCapability } from '../eval/capabilities/install.ts';
export { BuiltinCall } from '../state/builtin.ts';
export { type Closure, type MachineValue, isClosure } from '../state/value.ts';
export { type BuiltinTable } from '../resolve/environment.ts';
