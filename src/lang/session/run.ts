// The entry point for evaluating programs: machines and their environment, gas, values, names, events and errors.
// Contract: results, gas and errors of a program are those of the reference; evaluation is synchronous and reads no clock.

export { coreBuiltins } from '../builtins/core.ts';
export { Registry } from '../builtins/registry.ts';
export {
  type Def,
  type Defun,
  type Module as LoadedModule,
  type ModuleData,
  defName,
} from '../core/model/definition.ts';
export { type DefPactExec, type Namespace, type Yield } from '../core/model/defpact.ts';
export { Loaded } from '../core/model/loaded.ts';
export { sizeOfModuleData } from '../core/size/module-size.ts';
export { chainSizes } from '../core/size/term-size.ts';
export { isRefusal } from '../db/database.ts';
export { type ErrorName, EvalError, evalError, isEvalError } from '../diagnostics/error.ts';
export {
  type LocalError,
  type OnChainError,
  localError,
  onChainError,
} from '../diagnostics/on-chain.ts';
export {
  didYouMean,
  errorAdvice,
  errorExplanation,
  renderError,
  renderSlice,
  reportText,
  spanText,
  type LinesFrom,
} from '../diagnostics/render.ts';
export { syntaxError } from '../diagnostics/syntax-error.ts';
export { boundedText, errorText } from '../diagnostics/text.ts';
export { firstCodePoints } from '../diagnostics/entry.ts';
export { type Charge, isChargeWatcher } from '../gas/reporting-meter.ts';
export { GasTotal } from '../gas/gas-log.ts';
export { GasMeter, type MeterState, labelText } from '../gas/meter.ts';
export {
  type MilliGas,
  addMilliGas,
  exactGasText,
  fromGas,
  milliGasPerGas,
  toGas,
  toMilliGas,
  usualGasLimit,
} from '../gas/milligas.ts';
export { type GasModel, fixedModel, freeModel, tableModel } from '../gas/model.ts';
export { type CallFigures, GasProfile, type ProfileNode } from '../gas/profile.ts';
export { ReportingMeter } from '../gas/reporting-meter.ts';
export { gasScheduleOf } from '../gas/releases/index.ts';
export { type GasSchedule } from '../gas/schedule.ts';
export { readLegacyModule } from '../legacy/read-module.ts';
export { grantModuleAdmin } from '../eval/calls/modules.ts';
export { type QualifiedCapability, sameCapability } from '../state/capabilities.ts';
export { grantedOf, managedOf, noCapabilities } from '../state/capabilities.ts';
export { type Context } from '../state/context.ts';
export { type Local } from '../state/value.ts';
export { Coverage } from '../eval/coverage.ts';
export { resumeDefPact } from '../eval/capabilities/defpact.ts';
export {
  type NamespacePolicy,
  type PactWarning,
  type PublicData,
  type SpvSupport,
  type TransactionEnvironment,
  defaultEnvironment,
  defaultPublicData,
  noSpvSupport,
} from '../state/environment.ts';
export {
  type ExecutionFlag,
  executionFlags,
  flagOfBuiltin,
  isExecutionFlag,
} from '../state/flags.ts';
export { Interrupted, type IsInterrupted } from '../state/limits.ts';
export { Machine, type MachineState, type PactEvent, type WatchedCall } from '../state/machine.ts';
export { getMember, getModuleData } from '../eval/calls/modules.ts';
export { prettyMachineValue } from '../state/value.ts';
export { type StackFrame, framesOf, showStackFrame } from '../state/stack.ts';
export { type CallOutcome, type TermWatch, type Watcher } from '../eval/watching.ts';
export { type BuiltinTable } from '../resolve/environment.ts';
export { type TopLevel } from '../syntax/ast.ts';
export { parseProgram } from '../syntax/parse.ts';
export { ParsedSources } from '../syntax/parsed-sources.ts';
export {
  decimalFromScientific,
  parseNumber,
  readDecimal,
  roundScientific,
  showDecimal,
} from '../values/number/decimal.ts';
export { equalValues } from '../values/order/equality.ts';
export { hashText } from '../values/encoding/stable-json.ts';
export { type Hash, hashFromBytes } from '../values/encoding/hash.ts';
export { legacyOrder } from '../values/encoding/stable-json.ts';
export { parseHash, parseModuleName, parseQualifiedName } from '../values/text/names-parse.ts';
export { type KeySetName, type ModuleName, TableName } from '../values/names.ts';
export { prettyValueText } from '../values/text/pretty.ts';
export { showValue } from '../values/text/show.ts';
export { decodeStable } from '../values/encoding/stable-decode.ts';
export { encodeStable } from '../values/encoding/stable-json.ts';
export { StableSizes } from '../values/encoding/stable-size.ts';
export { defaultTimeFormat } from '../values/time/time-format.ts';
export { parseTime } from '../values/time/time-parse.ts';
export { timeFromPosixMicros } from '../values/time/time.ts';
export { typeText } from '../values/type.ts';
export { type Schema, type Type } from '../values/type.ts';
export { ValueTooLarge } from '../values/value-too-large.ts';
export {
  CapToken,
  CapabilityGuard,
  Decimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  type PactValue,
  TableValue,
  TimeValue,
  Unit,
  UserGuard,
  objectValue,
  sortedSet,
  unit,
} from '../values/value.ts';
export { createMachine } from './evaluate.ts';
export { ModuleCall } from './module-call.ts';
export { parseJsonValue, roundTripJson } from './json.ts';
export { ProgramCache } from './known-modules.ts';
export { replPartOf } from './evaluate.ts';
export { type TopLevelResult, evaluateTopLevel, resultText } from './top-level.ts';
export { typecheckLoaded } from './typecheck.ts';
export { UnderHash } from './install.ts';
