// The environment of a transaction: signatures, data, chain data, flags, policies. The REPL changes it between
// and within forms; changes are never rolled back.
// Source: pact/Pact/Core/Environment/Types.hs (EvalEnv), ChainData.hs, SPV.hs.
import type { Span } from '../../base/span.ts';
import type { DefPactExec, DefPactStep } from '../core/model/defpact.ts';
import { zeroDecimal } from '../values/number/decimal.ts';
import { type Hash, emptyHash } from '../values/encoding/hash.ts';
import type { QualifiedName } from '../values/names.ts';
import {
  Decimal,
  type ObjectValue,
  type PactValue,
  TimeValue,
  emptyObject,
  objectValue,
} from '../values/value.ts';
import type { QualifiedCapability } from './capabilities.ts';
import type { ExecutionFlag } from './flags.ts';
import type { Builtin } from './builtin.ts';

export type PublicData = {
  readonly chainId: string;
  readonly gasLimit: bigint;
  readonly gasPrice: Decimal;
  readonly sender: string;
  readonly blockHeight: bigint;
  readonly blockTime: TimeValue;
  readonly prevBlockHash: string;
};

export type NamespacePolicy =
  | { readonly kind: 'simple' }
  | { readonly kind: 'smart'; readonly allowRoot: boolean; readonly manager: QualifiedName };

/** Cross-chain proofs; a result of kind `failure` contains the sentence shown in the error. */
export interface SpvSupport {
  verify(type: string, proof: ObjectValue): SpvAnswer<ObjectValue>;
  continuation(proof: string): SpvAnswer<DefPactExec>;
}
export type SpvAnswer<T> =
  | { readonly kind: 'verified'; readonly value: T }
  | { readonly kind: 'failure'; readonly message: string };

/** Builtins by the name that users write (`byName`) and by internal name, as flags allow. */
export interface BuiltinRegistry {
  byName(name: string): Builtin | undefined;
  byInternalName(internal: string): Builtin | undefined;
  /** The same builtins without watchers, if calls of these are watched. */
  readonly unwatched?: BuiltinRegistry;
}

export type PactWarning =
  | { readonly kind: 'deprecated-builtin'; readonly builtin: string; readonly message: string }
  | { readonly kind: 'module-guard' }
  | { readonly kind: 'unknown-flags'; readonly flags: readonly string[] };

export type TransactionEnvironment = {
  /** Signer key to the capabilities that its signature is scoped to; none means unscoped. */
  signatures: ReadonlyMap<string, readonly QualifiedCapability[]>;
  verifiers: ReadonlyMap<string, readonly QualifiedCapability[]>;
  data: PactValue;
  hash: Hash;
  publicData: PublicData;
  step: DefPactStep | undefined;
  mode: 'transactional' | 'local';
  flags: ReadonlySet<ExecutionFlag>;
  builtins: BuiltinRegistry;
  namespacePolicy: NamespacePolicy;
  spv: SpvSupport;
  /** Receives warnings; the caller bounds and prints them. */
  warn: (warning: PactWarning, span: Span) => void;
};

export const noSpvSupport: SpvSupport = {
  verify: () => ({ kind: 'failure', message: 'SPV verification not supported' }),
  continuation: () => ({ kind: 'failure', message: 'Cross-chain continuations not supported' }),
};

/** Midnight of 1970-01-01 in microseconds since the Modified Julian Day epoch. */
const posixEpochMicros = 40_587n * 86_400n * 1_000_000n;

export const defaultPublicData: PublicData = {
  chainId: '',
  gasLimit: 0n,
  gasPrice: zeroDecimal,
  sender: '',
  blockHeight: 0n,
  blockTime: new TimeValue(posixEpochMicros),
  prevBlockHash: '',
};

export function defaultEnvironment(builtins: BuiltinRegistry): TransactionEnvironment {
  return {
    signatures: new Map(),
    verifiers: new Map(),
    data: emptyObject,
    hash: emptyHash,
    publicData: defaultPublicData,
    step: undefined,
    mode: 'transactional',
    flags: new Set(),
    builtins,
    namespacePolicy: { kind: 'simple' },
    spv: noSpvSupport,
    warn: () => undefined,
  };
}

/** Chain data as the builtin `chain-data` returns it (ChainData.hs). */
export function publicDataObject(data: PublicData): ObjectValue {
  return objectValue([
    ['block-height', data.blockHeight],
    ['block-time', data.blockTime],
    ['chain-id', data.chainId],
    ['gas-limit', data.gasLimit],
    ['gas-price', data.gasPrice],
    ['prev-block-hash', data.prevBlockHash],
    ['sender', data.sender],
  ]);
}
