// What surrounds a transaction: its data, chain data, flags, namespace policy and module admin; debug flags and open calls.

import {
  Decimal,
  type ExecutionFlag,
  ListValue,
  type ObjectValue,
  type PactValue,
  type PublicData,
  TimeValue,
  executionFlags,
  framesOf,
  getMember,
  grantModuleAdmin,
  isExecutionFlag,
  parseJsonValue,
  roundTripJson,
  showStackFrame,
  toMilliGas,
  unit,
} from '../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../lang/session/extend.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import type { ReplParts } from '../context.ts';
import { type DebugFlag, debugFlags } from '../trace-form.ts';

export const envChainData = replFunction(['environment'], {
  name: 'env-chain-data',
  since: '3.0',
  doc: `Sets fields of \`chain-data\`: any of 'chain-id, 'block-height, 'block-time,
      'prev-block-hash, 'sender, 'gas-limit, 'gas-price, 'gas-fee.`,
  params: [param('data', 'object', 'The fields to set.')],
  returns: 'string',
  run: (repl, call, data) => {
    const { environment } = repl;
    environment.publicData = withChainData(call, environment.publicData, data);
    return 'Updated public metadata';
  },
  examples: [
    {
      setup: '(env-chain-data {"chain-id": "3"})',
      code: "(at 'chain-id (chain-data))",
      gives: '"3"',
    },
    {
      code: '(env-chain-data {"block-height": "high"})',
      gives: { fails: 'envChainData: bad public metadata value for key: block-height' },
    },
  ],
});

type Setter = (data: PublicData, value: PactValue) => PublicData | undefined;

/** A setter returns `undefined` for a value of the wrong type. `gas-fee` is for old scripts and has no effect. */
const setters: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  [
    'chain-id',
    (data, value) => (typeof value === 'string' ? { ...data, chainId: value } : undefined),
  ],
  ['sender', (data, value) => (typeof value === 'string' ? { ...data, sender: value } : undefined)],
  [
    'prev-block-hash',
    (data, value) => (typeof value === 'string' ? { ...data, prevBlockHash: value } : undefined),
  ],
  [
    'block-height',
    // The reference stores a height in 64 bits, dropping higher bits.
    (data, value) =>
      typeof value === 'bigint' ? { ...data, blockHeight: BigInt.asUintN(64, value) } : undefined,
  ],
  [
    'gas-limit',
    // A gas limit saturates at either end of 64 bits instead of wrapping.
    (data, value) =>
      typeof value === 'bigint' ? { ...data, gasLimit: BigInt(toMilliGas(value)) } : undefined,
  ],
  [
    'gas-price',
    (data, value) => (value instanceof Decimal ? { ...data, gasPrice: value } : undefined),
  ],
  [
    'block-time',
    (data, value) => (value instanceof TimeValue ? { ...data, blockTime: value } : undefined),
  ],
  ['gas-fee', (data, value) => (value instanceof Decimal ? data : undefined)],
]);

function withChainData(call: BuiltinCall, before: PublicData, fields: ObjectValue): PublicData {
  let data = before;
  for (const [name, value] of fields.fields) {
    const after = setters.get(name)?.(data, value);
    if (after === undefined) {
      const message = `envChainData: bad public metadata value for key: ${name}`;
      return call.refuse(message);
    }
    data = after;
  }
  return data;
}

export const envData = replFunction(['environment'], {
  name: 'env-data',
  since: '1.0',
  doc: `Sets the transaction's data: an object, or a string with its JSON. Values are converted through
      JSON as on a chain, so an object with a field 'keys becomes a keyset.`,
  params: [param('json', 'value', 'The data.')],
  returns: 'string',
  run: (repl, call, value) => {
    repl.environment.data = transactionData(call, value);
    return 'Setting transaction data';
  },
  examples: [
    { code: '(env-data {"amount": 1.5})', gives: '"Setting transaction data"' },
    { setup: '(env-data "text")', code: '(read-msg)', gives: '"text"' },
    { setup: '(env-data "{\\"n\\": {\\"int\\": 5}}")', code: "(read-integer 'n)", gives: '5' },
  ],
});

/** A string that begins like an object is read as JSON; other values are converted through JSON if they have a JSON form. */
function transactionData(call: BuiltinCall, value: PactValue): PactValue {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return roundTripJson(value) ?? value;
  const parsed = parseJsonValue(value);
  return parsed.ok ? parsed.value : call.refuse(`env-data: ${parsed.fault}`);
}

/** Modules that use them are otherwise refused by `rejectReplBuiltins`. */
export const envEnableReplBuiltins = replFunction(['builtinsInModules'], {
  name: 'env-enable-repl-natives',
  since: '4.0',
  doc: 'Allows or forbids REPL builtins in modules.',
  params: [param('enable', 'bool', 'Whether to allow them.')],
  returns: 'string',
  run: (repl, _, enable) => {
    repl.builtinsInModules = enable;
    return `repl natives ${enable ? 'enabled' : 'disabled'}`;
  },
  examples: [
    { code: '(env-enable-repl-natives true)', gives: '"repl natives enabled"' },
    {
      code: '(module m G (defcap G () true) (defun f () (env-hash "")))',
      gives: { fails: 'repl native disallowed in module code' },
    },
  ],
});

/** The flags are documented in lang/state/flags.ts. */
export const envExecConfig = replBuiltin(['environment'], {
  name: 'env-exec-config',
  since: '3.0',
  doc: 'Replaces all execution flags, or returns those that are set.',
  overloads: [
    replOverload({
      internal: 'env-exec-config',
      params: [param('flags', 'list', 'Names of flags; an empty list clears them.')],
      returns: '[string]',
      run: (repl, call, flags) => setFlags(repl, call, flags),
    }),
    replOverload({
      internal: 'env-ask-exec-config',
      params: [],
      returns: '[string]',
      run: (repl) => {
        const { flags } = repl.environment;
        return new ListValue(executionFlags.filter((flag) => flags.has(flag)));
      },
    }),
  ],
  examples: [
    { code: '(env-exec-config ["DisablePactEvents"])', gives: '["DisablePactEvents"]' },
    { code: '(env-exec-config)', gives: '[]' },
  ],
});

function setFlags(repl: ReplParts<'environment'>, call: BuiltinCall, list: ListValue): ListValue {
  const flags: ExecutionFlag[] = [];
  const unknown: string[] = [];
  for (const item of list.items) {
    if (typeof item !== 'string') return call.failArguments([item]);
    if (isExecutionFlag(item)) flags.push(item);
    else unknown.push(item);
  }
  const { environment } = repl;
  if (unknown.length > 0) environment.warn({ kind: 'unknown-flags', flags: unknown }, call.span);
  environment.flags = new Set(flags);
  return new ListValue(flags);
}

export const envModuleAdmin = replFunction([], {
  name: 'env-module-admin',
  since: '5.0',
  doc: 'Grants module admin of a module without checking its governance.',
  params: [param('module', 'modref', 'The module.')],
  returns: 'string',
  run: (_, call, { module }) => {
    grantModuleAdmin(call.machine, module);
    return `Acquired module admin for: ${module.text}`;
  },
  examples: [
    {
      setup: '(module m G (defcap G () true) (defconst X 1))',
      code: '(env-module-admin m)',
      gives: '"Acquired module admin for: m"',
    },
    { code: '(env-module-admin 1)', gives: { fails: 'Type error' } },
  ],
});

export const envNamespacePolicy = replFunction(['environment'], {
  name: 'env-namespace-policy',
  since: '3.0',
  doc: `Installs the function that decides whether a namespace may be defined, and sets whether
      modules may be installed in the root namespace.`,
  params: [
    param('allow-root', 'bool', 'Whether modules may be installed without a namespace.'),
    param('policy', 'closure', 'A defun of the name and its admin guard that returns a bool.'),
  ],
  returns: 'string',
  run: (repl, call, allowRoot, policy) => {
    if (policy.closure !== 'defun') return call.failArguments([allowRoot, policy]);
    if (policy.code.arity !== 2) {
      call.failBuiltin('Namespace manager function has invalid argument length');
    }
    const manager = policy.name.toQualified();
    if (getMember(call.machine, manager, call.span).def.kind !== 'defun') {
      call.refuse('invalid namespace manager function type');
    }
    repl.environment.namespacePolicy = { kind: 'smart', allowRoot, manager };
    return 'Installed namespace policy';
  },
  examples: [
    {
      setup: '(module m G (defcap G () true) (defun may:bool (name:string admin:guard) true))',
      code: '(env-namespace-policy true m.may)',
      gives: '"Installed namespace policy"',
    },
    {
      setup: '(module m G (defcap G () true) (defun may:bool (name:string) true))',
      code: '(env-namespace-policy true m.may)',
      gives: { fails: 'invalid argument length' },
    },
  ],
});

/** The code that shows these parts is in trace-form.ts. */
export const envSetDebugFlag = replFunction(['debug', 'trace'], {
  name: 'env-set-debug-flag',
  since: '5.0',
  doc: 'Toggles parts of the trace of each form: lexer, parser, desugar; all or none.',
  params: [param('flag', 'string', 'One of lexer, parser, desugar, all, none.')],
  returns: 'unit',
  run: (repl, call, flag) => {
    toggleDebug(repl, call, flag);
    return unit;
  },
  examples: [
    { code: '(env-set-debug-flag "none")', gives: '()' },
    { code: '(env-set-debug-flag "optimiser")', gives: { fails: 'unrecognized flag' } },
  ],
});

function toggleDebug(repl: ReplParts<'debug' | 'trace'>, call: BuiltinCall, written: string): void {
  const flag = written.trim();
  const { debug } = repl;
  if (flag === 'none') debug.clear();
  else for (const each of chosenFlags(call, flag)) if (!debug.delete(each)) debug.add(each);
  const set = debugFlags.filter((each) => debug.has(each));
  repl.trace(call.span, `set debug flags to [${set.join(', ')}]`);
}

function chosenFlags(call: BuiltinCall, flag: string): readonly DebugFlag[] {
  const chosen = flag === 'all' ? debugFlags : debugFlags.filter((each) => each === flag);
  if (chosen.length > 0) return chosen;
  return call.failBuiltin(`unrecognized flag in env-set-debug: ${flag}`);
}

export const envStackframe = replFunction([], {
  name: 'env-stackframe',
  since: '5.0',
  doc: 'Returns the open calls as strings, innermost first.',
  params: [],
  returns: '[string]',
  run: (_, call) => new ListValue(framesOf(call.machine.stack).map(showStackFrame)),
  examples: [
    { code: '(env-stackframe)', gives: '[]' },
    {
      setup:
        '(env-enable-repl-natives true) (module m G (defcap G () true) (defun f () (env-stackframe)))',
      code: '(length (m.f))',
      gives: '1',
    },
  ],
});
