// The labels of charges in the gas log, written as Haskell's `show` writes the reference's `GasArgs`.
// Labels are built only when the log is read, so charges pass a function for labels with parameters.
// Source: Gas/Types.hs (GasArgs), pact-repl/Pact/Core/Repl/Utils.hs; section 8.7.

import { showHaskellText } from '../../base/haskell-text.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import type { Decimal } from '../values/value.ts';
import type { CurveGroup } from './releases/formulas/curves-and-hashes.ts';
import type { MilliGas } from './milligas.ts';

export type GasLabel = string | (() => string);

export type IntegerOperation = 'Add' | 'Sub' | 'Mul' | 'Div' | 'Shift' | 'Pow';

export const gasLabels = {
  constant: (amount: MilliGas) => () => `GAConstant (MilliGas ${amount})`,
  builtin: (name: string, isOfRepl: boolean) => () =>
    `GNative (${builtinConstructor(name, isOfRepl)})`,
  integer: (operation: IntegerOperation, left: bigint, right: bigint) => () =>
    `GIntegerOpCost PrimOp${operation} ${argument(left)} ${argument(right)}`,
  apply: (name: FullyQualifiedName | undefined, args: number) => () =>
    `GAApplyLam ${showMaybe(name, showFullyQualifiedName)} ${args}`,

  textConcat: (length: number | bigint) => () =>
    `GConcat (TextConcat (GasTextLength ${argument(length)}))`,
  textListConcat: (length: number, texts: number) => () =>
    `GConcat (TextListConcat (GasTextLength ${length}) (GasListLength ${texts}))`,
  listConcat: (length: number | bigint) => () =>
    `GConcat (ListConcat (GasListLength ${argument(length)}))`,
  objectConcat: (fields: number) => () => `GConcat (ObjConcat ${fields})`,
  makeList: (length: bigint, itemSize: number) => () => `GMakeList ${argument(length)} ${itemSize}`,

  read: (bytes: number) => () => `GRead ${bytes}`,
  write: (bytes: number) => () => `GWrite ${bytes}`,

  textComparison: (left: string) => () => `GComparison (TextComparison ${showHaskellText(left)})`,
  intComparison: (left: bigint, right: bigint) => () =>
    `GComparison (IntComparison ${argument(left)} ${argument(right)})`,
  decimalComparison: (left: Decimal, right: Decimal) => () =>
    `GComparison (DecimalComparison ${showDecimal(left)} ${showDecimal(right)})`,
  listComparison: (items: number) => () => `GComparison (ListComparison ${items})`,
  objectComparison: (fields: number) => () => `GComparison (ObjComparison ${fields})`,
  sort: (itemSize: number, length: number) => () =>
    `GComparison (SortComparisons ${itemSize} ${length})`,
  substringSearch: (needle: string, hay: string) => () =>
    `GSearch (SubstringSearch ${showHaskellText(needle)} ${showHaskellText(hay)})`,
  fieldSearch: (fields: number) => () => `GSearch (FieldSearch ${fields})`,

  textLength: (length: number) => () => `GStrOp (StrOpLength ${length})`,
  readNumber: (length: number) => () => `GStrOp (StrOpConvToInt ${length})`,
  parse: (length: number) => () => `GStrOp (StrOpParse ${length})`,
  explode: (length: number) => () => `GStrOp (StrOpExplode ${length})`,
  parseTime: (formatLength: number, textLength: number) => () =>
    `GStrOp (StrOpParseTime ${formatLength} ${textLength})`,
  formatTime: (formatLength: number) => () => `GStrOp (StrOpFormatTime ${formatLength})`,
  lookup: (key: string, fields: number) => () =>
    `GObjOp (ObjOpLookup ${showHaskellText(key)} ${fields})`,
  remove: (key: string, fields: number) => () =>
    `GObjOp (ObjOpRemove ${showHaskellText(key)} ${fields})`,

  exp: (power: bigint) => () => `GTranscendental (TransExp ${argument(power)})`,
  ln: (integer: bigint) => () => `GTranscendental (TransLn ${argument(integer)})`,
  log: (base: bigint, integer: bigint) => () =>
    `GTranscendental (TransLogBase ${argument(base)} ${argument(integer)})`,
  sqrt: (radicand: bigint) => () => `GTranscendental (TransSqrt ${argument(radicand)})`,

  requireCapability: (capabilities: number) => () => `GCapOp (CapOpRequire ${capabilities})`,
  hash: (bytes: number) => () => `GHashOp (GHashBlake ${bytes})`,
  poseidon: (inputs: number) => () => `GHashOp (GHashPoseidon ${inputs})`,
  keccak: (chunkBytes: readonly number[]) => () =>
    `GHashOp (GHashKeccak [${chunkBytes.join(',')}])`,
  pointAdd: (group: CurveGroup) => () => `GAZKArgs (PointAdd ${groupConstructors[group]})`,
  scalarMult: (group: CurveGroup) => () => `GAZKArgs (ScalarMult ${groupConstructors[group]})`,
  pairing: (pairs: number) => () => `GAZKArgs (Pairing ${pairs})`,
  hyperlaneMessageId: (length: number) => () => `GHyperlaneMessageId ${length}`,
  hyperlaneTokenMessage: (length: number) => () => `GHyperlaneEncodeDecodeTokenMessage ${length}`,

  moduleLoad: (bytes: number) => () => `GModuleOp (MOpLoadModule ${bytes})`,
  mergeDependencies: (known: number, added: number) => () =>
    `GModuleOp (MOpMergeDeps ${known} ${added})`,
  desugar: (bytes: number) => () => `GModuleOp (MOpDesugarModule ${bytes})`,
  transitiveDependencies: (amount: MilliGas) => () => `GModuleOp (MOpFindTransitiveDep ${amount})`,
} as const satisfies Record<string, (...args: never[]) => GasLabel>;

const groupConstructors = { g1: 'ZKG1', g2: 'ZKG2' } as const satisfies Record<CurveGroup, string>;

/** Constructors that are not simply `Core` and the capitalised words of the internal name. */
const irregularConstructors: ReadonlyMap<string, string> = new Map([
  ['+', 'Add'],
  ['-', 'Sub'],
  ['*', 'Multiply'],
  ['/', 'Divide'],
  ['^', 'Pow'],
  ['=', 'Eq'],
  ['!=', 'Neq'],
  ['>', 'GT'],
  ['>=', 'GEQ'],
  ['<', 'LT'],
  ['<=', 'LEQ'],
  ['&', 'BitwiseAnd'],
  ['|', 'BitwiseOr'],
  ['xor', 'BitwiseXor'],
  ['~', 'BitwiseFlip'],
  ['shift', 'BitShift'],
  ['log', 'LogBase'],
  ['enumerate-step', 'EnumerateStepN'],
  ['base64-encode', 'B64Encode'],
  ['base64-decode', 'B64Decode'],
  ['create-pact-guard', 'CreateDefPactGuard'],
  ['define-keyset', 'DefineKeySet'],
  ['define-read-keyset', 'DefineKeysetData'],
  ['and?', 'AndQ'],
  ['or?', 'OrQ'],
  ['not?', 'NotQ'],
  ['typeof-principal', 'TypeOfPrincipal'],
  ['pairing-check', 'ZkPairingCheck'],
  ['scalar-mult', 'ZKScalarMult'],
  ['point-add', 'ZkPointAdd'],
  ['poseidon-hash-hack-a-chain', 'PoseidonHashHackachain'],
  ['typeof', 'TypeOf'],
  ['verify-spv', 'VerifySPV'],
  ['hyperlane-decode-token-message', 'HyperlaneDecodeMessage'],
  ['hyperlane-encode-token-message', 'HyperlaneEncodeMessage'],
]);

/** Constructors of the REPL's builtins that are not simply `R` and the capitalised words of the internal name. */
const irregularReplConstructors: ReadonlyMap<string, string> = new Map([
  ['env-stackframe', 'EnvStackFrame'],
  ['env-set-gas', 'EnvGasSet'],
  ['env-milligas', 'EnvMilliGas'],
  ['env-set-milligas', 'EnvSetMilliGas'],
  ['env-gaslimit', 'EnvGasLimit'],
  ['env-gaslog', 'EnvGasLog'],
  ['env-gasmodel', 'EnvGasModel'],
  ['env-ask-gasmodel', 'EnvAskGasModel'],
  ['continue-pact-with-rollback', 'ContinuePactRollback'],
  ['continue-pact-rollback-yield-object', 'ContinuePactRollbackYieldObj'],
  ['enforce-pact-version', 'EnforcePactVersionMin'],
]);

function builtinConstructor(name: string, isOfRepl: boolean): string {
  const words = name.split('-').map(capitalised).join('');
  return isOfRepl
    ? `RBuiltinRepl R${irregularReplConstructors.get(name) ?? words}`
    : `RBuiltinWrap Core${irregularConstructors.get(name) ?? words}`;
}

/** Names of builtins are of small Latin letters. */
function capitalised(word: string): string {
  const first = word.charCodeAt(0);
  const isSmall = first >= 0x61 && first <= 0x7a;
  return isSmall ? String.fromCharCode(first - 0x20) + word.slice(1) : word;
}

/** Formats a number as argument of a constructor: in parentheses if it is negative. */
function argument(integer: bigint | number): string {
  return integer < 0 ? `(${integer})` : String(integer);
}

function showMaybe<T>(value: T | undefined, show: (value: T) => string): string {
  return value === undefined ? 'Nothing' : `(Just ${show(value)})`;
}

function showFullyQualifiedName(name: FullyQualifiedName): string {
  const hash = `ModuleHash {_mhHash = ${showHaskellText(name.hash)}}`;
  const member = showHaskellText(name.name);
  return `(FullyQualifiedName {_fqModule = ${showModuleName(name.module)}, _fqName = ${member}, _fqHash = ${hash}})`;
}

function showModuleName(name: ModuleName): string {
  const namespace =
    name.namespace === undefined ? 'Nothing' : `Just ${showHaskellText(name.namespace)}`;
  return `ModuleName {_mnName = ${showHaskellText(name.name)}, _mnNamespace = ${namespace}}`;
}

/** All places shown, no exponent. */
function showDecimal(decimal: Decimal): string {
  const { mantissa, places } = decimal;
  const sign = mantissa < 0n ? '-' : '';
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString().padStart(places + 1, '0');
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
