// Sets the environment of a transaction: data, signatures, chain data, gas. Values are plain data.

import {
  defaultTimeFormat,
  fixedModel,
  freeModel,
  fromGas,
  parseQualifiedName,
  parseTime,
  readDecimal,
  tableModel,
  TimeValue,
  type GasModel,
  type PublicData,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import type { ReplEngine } from '../repl/engine.ts';
import { valueOfPlain, type PlainData } from './plain-data.ts';
import { pactDecimalOf, type Decimal } from './values.ts';

export type Signature = {
  /** The public key. */
  readonly key: string;
  /** The signature is valid only for these; without any, it is valid for everything. */
  readonly capabilities?: readonly Capability[];
};

export type Capability = {
  /** `module.NAME` or `namespace.module.NAME` */
  readonly name: string;
  readonly args?: readonly PlainData[];
};

export type ChainData = {
  readonly chainId?: string;
  readonly blockHeight?: bigint | number;
  /** Such as `2026-01-31T12:00:00Z`, or a value. */
  readonly blockTime?: string | TimeValue;
  readonly previousBlockHash?: string;
  readonly sender?: string;
  readonly gasLimit?: bigint | number;
  /** Such as `0.00001`. */
  readonly gasPrice?: string | Decimal;
};

export type GasSettings = {
  /** If `undefined`, nothing is metered. */
  readonly limit?: bigint | number | undefined;
  readonly model?: 'free' | 'table' | { readonly fixedRate: bigint | number };
  /** The gas used so far. */
  readonly used?: bigint | number;
};

export function signaturesOf(
  signatures: readonly Signature[],
): ReadonlyMap<string, readonly QualifiedCapability[]> {
  return new Map(
    signatures.map(({ key, capabilities = [] }) => [key, capabilities.map(capabilityOf)]),
  );
}

/** Converts a capability. Throws a `TypeError` for an invalid name. */
export function capabilityOf({ name, args = [] }: Capability): QualifiedCapability {
  const qualified = parseQualifiedName(name);
  if (qualified === undefined) throw new TypeError(`${name} is not a capability name`);
  return { name: qualified, args: args.map(valueOfPlain) };
}

export function publicDataWith(before: PublicData, given: ChainData): PublicData {
  const { chainId, blockHeight, blockTime, previousBlockHash, sender, gasLimit, gasPrice } = given;
  return {
    chainId: chainId ?? before.chainId,
    blockHeight: blockHeight === undefined ? before.blockHeight : BigInt(blockHeight),
    blockTime: blockTime === undefined ? before.blockTime : timeOf(blockTime),
    prevBlockHash: previousBlockHash ?? before.prevBlockHash,
    sender: sender ?? before.sender,
    gasLimit: gasLimit === undefined ? before.gasLimit : BigInt(gasLimit),
    gasPrice: gasPrice === undefined ? before.gasPrice : decimalOf(gasPrice),
  };
}

export function setGas(engine: ReplEngine, given: GasSettings): void {
  const { meter } = engine;
  const { limit, model, used } = given;
  if (limit !== undefined) meter.limit = fromGas(BigInt(limit));
  else if (Object.hasOwn(given, 'limit')) meter.limit = undefined;
  if (model !== undefined) meter.model = modelOf(model);
  if (used !== undefined) meter.used = fromGas(BigInt(used));
  engine.updateMeter();
}

function modelOf(model: Exclude<GasSettings['model'], undefined>): GasModel {
  if (typeof model === 'object') return fixedModel(BigInt(model.fixedRate));
  return model === 'table' ? tableModel : freeModel;
}

function timeOf(time: string | TimeValue): TimeValue {
  if (time instanceof TimeValue) return time;
  const parsed = parseTime(defaultTimeFormat, time);
  if (parsed === undefined) throw new TypeError(`${time} is not a time`);
  return parsed;
}

function decimalOf(text: string | Decimal) {
  if (typeof text !== 'string') return pactDecimalOf(text);
  const decimal = readDecimal(text);
  if (decimal === undefined) throw new TypeError(`${text} is not a decimal`);
  return decimal;
}
