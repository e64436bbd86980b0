// The entry point for reading programs without evaluating them: syntax, formatting, references, types, special forms and
// builtins. Contract: nothing here evaluates code or changes state, and invalid input gives diagnostics, never an exception.

export { coreBuiltins } from '../builtins/core.ts';
export { type BuiltinDefinition, type Overload, builtinsThatWrite } from '../builtins/define.ts';
export { legacyBuiltins } from '../builtins/legacy.ts';
export {
  type BuiltinParameters,
  type BuiltinTypes,
  builtinParameters,
  builtinTypes,
} from '../builtins/builtin-types.ts';
export { builtinIndex } from '../core/encoding/builtin-index.ts';
export { termsOf } from '../core/model/definition.ts';
export { type Def, type InterfaceDef, type ModuleData, defName } from '../core/model/definition.ts';
export { referencesOf, referencesOfTerm } from '../core/model/references.ts';
export { definitionDoc } from '../core/text/term-doc.ts';
export { replSizes } from '../core/size/term-size.ts';
export { forEachTermUpwards, partsOf as partsOfTerm } from '../core/model/term-walk.ts';
export { type Arg, type Term } from '../core/model/term.ts';
export { defaultWordAdvice } from '../diagnostics/cond-advice.ts';
export { atMarked, EvalError, evalError, fail, isEvalError } from '../diagnostics/error.ts';
export { spanText } from '../diagnostics/render.ts';
export { syntaxError } from '../diagnostics/syntax-error.ts';
export { type BranchForm, type SourceCounters } from '../eval/coverage.ts';
export { type TransactionEnvironment } from '../state/environment.ts';
export { type ExecutionFlag, flagOfBuiltin } from '../state/flags.ts';
export { Machine } from '../state/machine.ts';
export { definitionForms } from '../resolve/definition-forms.ts';
export { type BuiltinTable, type Referent } from '../resolve/environment.ts';
export { type FormDescription } from '../resolve/forms/define.ts';
export { specialForms } from '../resolve/forms/index.ts';
export { installedName } from '../resolve/modules.ts';
export { findShadows, shadowError, shadowText } from '../resolve/shadowing.ts';
export { type ResolvedTopLevel, replModuleName } from '../resolve/top-level.ts';
export {
  type Argument,
  type Binder,
  type Definition,
  type Expression,
  type LetExpression,
  type Module,
  type Module as SyntaxModule,
  type PropertyExpression,
  type TopLevel,
  type VariableExpression,
} from '../syntax/ast.ts';
export { type SyntaxDiagnostic } from '../syntax/diagnostic.ts';
export { type TextEdit, formatEdits } from '../syntax/format/edits.ts';
export { formatSource } from '../syntax/format/format.ts';
export { indentAfter } from '../syntax/format/edits.ts';
export { type FormatOptions, defaultFormat } from '../syntax/format/form-rules.ts';
export {
  type ParseOptions,
  isNestingFault,
  parseExpression,
  parseProgram,
} from '../syntax/parse.ts';
export { type SoundProgram, parseEdited } from '../syntax/parse-edited.ts';
export { type SourceProgram } from '../syntax/parsed-sources.ts';
export { tokenImages, tokenTexts } from '../syntax/words.ts';
export { partsOf, walkExpressions } from '../syntax/expression-ast.ts';
export { type Word, wordsOf } from '../syntax/words.ts';
export { type CheckedModule } from '../types/check-module.ts';
export { type TypeSignature, typeSignature } from '../types/signature.ts';
export { namedTypes } from '../syntax/build-expressions.ts';
export { parseModuleName } from '../values/text/names-parse.ts';
export { FullyQualifiedName } from '../values/names.ts';
export { prettyValueText } from '../values/text/pretty.ts';
export { typeText } from '../values/type.ts';
export { StaticCache } from './static-cache.ts';
export { type RedefinedModule } from './redefine.ts';
export { StaticModules } from './static-modules.ts';
export { type TypedTerm } from '../types/signature.ts';
export { type TopLevelResult } from './top-level.ts';
