// Calls of the coin contract by the chain itself. They are syntax trees with variables and never text, so that an
// account name with quotes in it stays a string.
// Source: Chainweb/Pact5/Templates.hs; consensus reference, sections 6.2 and 6.3.

import { noSpan } from '../../base/span.ts';
import {
  builtinTable,
  evaluate,
  MachineSlot,
  type Execution,
  type Message,
  type SizeLimits,
  type Surroundings,
} from '../command/index.ts';
import {
  decodeStable,
  ModuleCall,
  parseModuleName,
  parseQualifiedName,
  sortedSet,
  timeFromPosixMicros,
  type GasMeter,
  type PactValue,
  type QualifiedCapability,
  type TopLevel,
} from '../../lang/session/run.ts';
import type { Database } from '../../lang/session/store.ts';
import { emptyPublicMeta, publicDataOf, type PublicMeta } from '../command/index.ts';
import { assert } from '../../base/assert.ts';
import { noSpvSupport } from '../../lang/session/run.ts';
import { chainLimits } from '../limits.ts';
import type { Miner } from '../model/payload-json.ts';
import type { TransactionContext } from './types.ts';

type Expression = Extract<TopLevel, { kind: 'term' }>['expression'];

/** A string that each call passes, or a value that a builtin reads from the data of the message. */
type Parameter =
  | { readonly kind: 'text' }
  | { readonly kind: 'read-decimal' | 'read-keyset'; readonly key: string };

export const text: Parameter = { kind: 'text' };
export const minerKeyset: Parameter = { kind: 'read-keyset', key: 'miner-keyset' };
export const totalAmount: Parameter = { kind: 'read-decimal', key: 'total' };
export const rewardAmount: Parameter = { kind: 'read-decimal', key: 'reward' };

/** `(coin.name arguments...)`: made once, for all transactions. */
export function coinCall(name: string, parameters: readonly Parameter[]): ModuleCall {
  const coin = { name: 'coin', namespace: undefined, span: noSpan };
  const called = { kind: 'qualified', name, module: coin, span: noSpan } as const;
  const expression = application(called, parameters.map(argumentOf));
  const module = parseModuleName(coin.name);
  assert(module !== undefined, 'coin is the name of a module');
  return new ModuleCall({
    module,
    form: { kind: 'term', expression, span: noSpan },
    textsAt: parameters.flatMap(({ kind }, at) => (kind === 'text' ? [at] : [])),
  });
}

export type SystemCall = {
  readonly call: ModuleCall;
  /** Its string parameters, in order. */
  readonly texts: readonly string[];
  readonly message: Pick<Message, 'hash' | 'data' | 'signers'>;
  readonly meta: PublicMeta;
  readonly granted: readonly QualifiedCapability[];
  /** If absent, gas is free. */
  readonly meter?: GasMeter;
  /** Runs first, in the same database transaction. */
  readonly before?: () => void;
  /** Wraps the call. */
  readonly within?: QualifiedCapability | undefined;
};

/** Runs in its own database transaction. */
export function runSystemCall(
  database: Database,
  context: TransactionContext,
  { before, call, texts, message, meta, granted, meter, within }: SystemCall,
): Execution {
  const { hash, data, signers } = message;
  const complete = { hash, data, signers, verifiers: [], step: undefined };
  const surroundings = systemSurroundings(database, context, { meta, granted, meter });
  return evaluate(complete, surroundings, (machine) => {
    before?.();
    const builtins = builtinTable(machine.environment);
    if (within === undefined) return call.evaluate(machine, texts, builtins);
    call.evaluateWithin(within, machine, texts, builtins);
    return undefined;
  });
}

/** Flags, namespaces and proofs of the chain's own code. */
export function systemSurroundings(
  database: Database,
  context: TransactionContext,
  own: {
    readonly meta: PublicMeta;
    readonly granted: readonly QualifiedCapability[];
    readonly meter?: GasMeter | undefined;
    readonly moduleAdmin?: ReadonlySet<string>;
  },
): Surroundings {
  return surroundingsOf(database, context, {
    meta: own.meta,
    flags: context.rules.flags.system,
    namespacePolicy: anyNamespace,
    spv: noSpvSupport,
    granted: own.granted,
    moduleAdmin: own.moduleAdmin,
    gas: own.meter,
  });
}

/** Modules may be installed outside of namespaces. */
export const anyNamespace = { kind: 'simple' } as const;

type Own = Pick<Surroundings, 'flags' | 'namespacePolicy' | 'spv'> & {
  readonly meta: PublicMeta;
  readonly mode?: Surroundings['mode'];
  /** Default: the limits for any block. */
  readonly sizes?: SizeLimits | undefined;
  readonly gas?: GasMeter | undefined;
  readonly granted?: readonly QualifiedCapability[] | undefined;
  readonly moduleAdmin?: ReadonlySet<string> | undefined;
};

/**
 * The common parts for all code of a block, and the parts of the transaction. Written out, because objects of one shape
 * are fast.
 */
export function surroundingsOf(
  database: Database,
  context: TransactionContext,
  { meta, mode, flags, namespacePolicy, spv, sizes, gas, granted, moduleAdmin }: Own,
): Surroundings {
  const { seen, slot } = blockParts(context);
  const { depthLimit, isInterrupted, isMemoryShort } = context;
  return {
    database,
    mode: mode ?? 'transactional',
    publicData: publicDataOf(meta, seen),
    flags,
    namespacePolicy,
    spv,
    sizes: sizes ?? chainLimits,
    gas,
    granted,
    moduleAdmin,
    depthLimit,
    isInterrupted,
    isMemoryShort,
    slot,
  };
}

/** The parts that are the same for all transactions of a block: made for the first of them. */
const knownParts = new WeakMap<TransactionContext, BlockParts>();

function blockParts(context: TransactionContext): BlockParts {
  let known = knownParts.get(context);
  if (known === undefined) {
    known = partsOf(context);
    knownParts.set(context, known);
  }
  return known;
}

type BlockParts = ReturnType<typeof partsOf>;

function partsOf({ height, parent }: TransactionContext) {
  return {
    seen: {
      height: BigInt(height),
      time: timeFromPosixMicros(parent.time),
      previousHash: parent.hash,
    },
    slot: new MachineSlot(),
  };
}

/** The reference calls this `noPublicMeta`. */
export const noMeta = emptyPublicMeta;

export function capability(name: string, args: readonly PactValue[] = []): QualifiedCapability {
  const qualified = parseQualifiedName(name);
  assert(qualified !== undefined, `capabilities of the chain are qualified names: ${name}`);
  return { name: qualified, args };
}

/** The keyset of the miner, in the form that code reads. */
export function keysetOf({
  publicKeys,
  predicate,
}: Pick<Miner, 'publicKeys' | 'predicate'>): PactValue {
  return decodeStable(
    new Map<string, string | readonly string[]>([
      ['pred', predicate],
      ['keys', sortedSet(publicKeys)],
    ]),
  );
}

function argumentOf(parameter: Parameter): Expression {
  if (parameter.kind === 'text') return constant('');
  const builtin = { kind: 'bare', name: parameter.kind, span: noSpan } as const;
  return application(builtin, [constant(parameter.key)]);
}

function constant(value: string): Expression {
  return { kind: 'constant', literal: { kind: 'string', value }, span: noSpan };
}

function application(
  name: Extract<Expression, { kind: 'variable' }>['name'],
  args: readonly Expression[],
): Expression {
  return {
    kind: 'application',
    head: { kind: 'variable', name, span: noSpan },
    args,
    span: noSpan,
  };
}
