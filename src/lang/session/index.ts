// The front door of the language: other rooms import from here only.

export { coreBuiltins } from '../builtins/core.ts';
export {
  type Arguments,
  builtin,
  type BuiltinDefinition,
  nativesThatWrite,
  overload,
  type Overload,
  param,
  type Param,
} from '../builtins/define.ts';
export { base64Fault } from '../builtins/hashes/base64-fault.ts';
export { legacyBuiltins } from '../builtins/legacy.ts';
export { nativeTypes, type NativeTypes } from '../builtins/native-types.ts';
export { Registry } from '../builtins/registry.ts';
export { builtinIndex } from '../core/builtin-index.ts';
export {
  type Def,
  type Defun,
  type Module as LoadedModule,
  defName,
  type InterfaceDef,
  type ModuleData,
} from '../core/definition.ts';
export { type DefPactExec, type Namespace, type Yield } from '../core/defpact.ts';
export { encodeDefPactExec } from '../core/defpact-json.ts';
export { termsOf } from '../core/definition-terms.ts';
export {
  defPactDocument,
  keySetDocument,
  moduleDocument,
  moduleSourceDocument,
  namespaceDocument,
  readDefPactDocument,
  readKeySetDocument,
  readModuleDocument,
  readModuleSourceDocument,
  readNamespaceDocument,
  readRowDocument,
  rowDocument,
  tableDocument,
} from '../core/document.ts';
export { fileInfo, type InfoFormat, lineInfo } from '../core/info-cbor.ts';
export { Loaded } from '../core/loaded.ts';
export { referencesOf, referencesOfTerm } from '../core/references.ts';
export { sizeOfModuleData } from '../core/module-size.ts';
export { chainSizes, replSizes } from '../core/term-size.ts';
export { forEachTermUpwards } from '../core/term-walk.ts';
export { type Term } from '../core/term.ts';
export {
  type Database,
  type DatabaseRefusal,
  isRefusal,
  type Row,
  type RowChange,
  type TransactionLogEntry,
  type TransactionOptions,
  type WriteMode,
  type WriteOver,
} from '../db/database.ts';
export { RowHistory } from '../db/history.ts';
export { TransactionLog } from '../db/transaction-log.ts';
export { MemoryDatabase, type MemoryDatabaseState } from '../db/memory.ts';
export { mergedKeys } from '../db/key-order.ts';
export { mergedRow, sourceKey, withoutCode } from '../db/stored-form.ts';
export { type ErrorName, evalError, EvalError, fail, isEvalError } from '../diagnostics/error.ts';
export {
  localError,
  type LocalError,
  onChainError,
  type OnChainError,
} from '../diagnostics/on-chain.ts';
export {
  didYouMean,
  errorAdvice,
  errorExplanation,
  renderError,
  renderSlice,
  reportText,
  spanText,
} from '../diagnostics/render.ts';
export { syntaxError } from '../diagnostics/syntax-error.ts';
export { boundedText, errorText } from '../diagnostics/text.ts';
export { GasTotal } from '../gas/gas-total.ts';
export { GasMeter, labelText, type MeterState } from '../gas/meter.ts';
export {
  addMilliGas,
  fromGas,
  type MilliGas,
  milliGasPerGas,
  toGas,
  toMilliGas,
} from '../gas/milligas.ts';
export { isChargeWatcher } from '../gas/charge-watcher.ts';
export { type CallFigures, GasProfile, type ProfileNode } from '../gas/profile.ts';
export { ReportingMeter } from '../gas/reporting-meter.ts';
export { fixedModel, freeModel, type GasModel, tableModel } from '../gas/model.ts';
export { type GasSchedule } from '../gas/schedule.ts';
export { languageClasses, type ImageClass } from '../image/classes.ts';
export { Image } from '../image/image.ts';
export { ImageWriter, NotKept } from '../image/image-writer.ts';
export { KnownParts } from '../image/known-parts.ts';
export { readLegacyModule } from '../legacy/read-module.ts';
export { grantModuleAdmin } from '../machine/access.ts';
export { acquire } from '../machine/acquire.ts';
export { type QualifiedCapability } from '../machine/capability-index.ts';
export { type BranchForm, Coverage, type SourceCounters } from '../machine/coverage.ts';
export { defCapOf } from '../machine/captoken.ts';
export { type Watcher } from '../machine/watching.ts';
export { resumeDefPact } from '../machine/defpact.ts';
export {
  defaultEnvironment,
  defaultPublicData,
  type NamespacePolicy,
  noSpvSupport,
  type PactWarning,
  type PublicData,
  type SpvSupport,
  type TransactionEnvironment,
} from '../machine/environment.ts';
export {
  type ExecutionFlag,
  executionFlags,
  flagOfNative,
  isExecutionFlag,
} from '../machine/flags.ts';
export { installCapability } from '../machine/install.ts';
export { Interrupted } from '../machine/interrupt.ts';
export { Machine, type MachineState, type PactEvent } from '../machine/machine.ts';
export { getMember, getModuleData } from '../machine/modules.ts';
export { NativeCall } from '../machine/native.ts';
export { prettyMachineValue } from '../machine/print.ts';
export { framesOf, showStackFrame } from '../machine/stack.ts';
export { type Closure, isClosure, type MachineValue } from '../machine/value.ts';
export { type NativeTable } from '../resolve/environment.ts';
export { installedName } from '../resolve/modules.ts';
export { definitionForms } from '../resolve/definition-forms.ts';
export { type FormDescription } from '../resolve/forms/define.ts';
export { specialForms } from '../resolve/forms/index.ts';
export { findShadows, shadowError, shadowText } from '../resolve/shadowing.ts';
export { replModuleName, type ResolvedTopLevel } from '../resolve/top-level.ts';
export type {
  Argument,
  Definition,
  Expression,
  Module,
  Binder,
  LetExpression,
  TopLevel,
  PropertyExpression,
  Module as SyntaxModule,
} from '../syntax/ast.ts';
export { type SyntaxDiagnostic } from '../syntax/diagnostic.ts';
export { formatEdits, type TextEdit } from '../syntax/format/edits.ts';
export { formatSource } from '../syntax/format/format.ts';
export { defaultFormat, type FormatOptions } from '../syntax/format/options.ts';
export {
  isNestingFault,
  parseExpression,
  type ParseOptions,
  parseProgram,
} from '../syntax/parse.ts';
export { type SourceProgram } from '../syntax/parsed-sources.ts';
export { walkExpressions } from '../syntax/walk-expressions.ts';
export { tokenImages, tokenTexts } from '../syntax/token-text.ts';
export { type CheckedModule } from '../types/check-module.ts';
export { type TypeSignature, typeSignature } from '../types/signature.ts';
export {
  decimalFromScientific,
  parseNumber,
  readDecimal,
  roundScientific,
} from '../values/decimal.ts';
export { equalValues } from '../values/equality.ts';
export { type Hash, hashFromBytes } from '../values/hash.ts';
export { hashText } from '../values/hash-value.ts';
export { legacyOrder } from '../values/legacy-order.ts';
export {
  FullyQualifiedName,
  type KeySetName,
  type ModuleName,
  TableName,
} from '../values/names.ts';
export { parseHash, parseModuleName, parseQualifiedName } from '../values/names-parse.ts';
export { prettyValueText } from '../values/pretty.ts';
export { decodeStable } from '../values/stable-decode.ts';
export { encodeModuleName, encodeStable, encodeStableList } from '../values/stable-json.ts';
export { showValue } from '../values/show.ts';
export { sizeOfValue } from '../values/size.ts';
export { defaultTimeFormat } from '../values/time-format.ts';
export { parseTime } from '../values/time-parse.ts';
export { timeFromPosixMicros } from '../values/time.ts';
export { type Schema, type Type } from '../values/type.ts';
export { typeText } from '../values/type-text.ts';
export { ValueTooLarge } from '../values/value-too-large.ts';
export {
  CapabilityGuard,
  CapToken,
  Decimal,
  DefPactGuard,
  KeySetGuard,
  KeySetRefGuard,
  ListValue,
  ModRef,
  ModuleGuard,
  ObjectValue,
  objectValue,
  type PactValue,
  sortedSet,
  TableValue,
  TimeValue,
  Unit,
  unit,
  UserGuard,
} from '../values/value.ts';
export { createMachine } from './create-machine.ts';
export { ProgramCache } from './program-cache.ts';
export { parseJsonValue, roundTripJson } from './json.ts';
export { replPartOf } from './repl-part.ts';
export { StaticModules } from './static-modules.ts';
export { typecheckLoaded } from './typecheck.ts';
export { evaluateTopLevel, resultText, type TopLevelResult } from './top-level.ts';
