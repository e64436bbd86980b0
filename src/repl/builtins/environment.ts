// env-data, env-chain-data, env-exec-config, env-namespace-policy, env-enable-repl-natives, env-module-admin,
// env-set-debug-flag, env-stackframe: what a transaction finds around it.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs.

import {
  builtin,
  Decimal,
  executionFlags,
  framesOf,
  getMember,
  grantModuleAdmin,
  isExecutionFlag,
  ListValue,
  overload,
  param,
  roundTripJson,
  parseJsonValue,
  showStackFrame,
  TimeValue,
  unit,
  type BuiltinDefinition,
  type ExecutionFlag,
  type NativeCall,
  type ObjectValue,
  type PactValue,
  type PublicData,
} from '../../lang/session/index.ts';
import type { DebugFlag, ReplEngine } from '../engine.ts';

type Repl = () => ReplEngine;

export const environmentBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'env-data',
    since: '1.0',
    doc: "Sets the transaction's data: an object, or JSON text of one. Values pass through JSON as they would on a chain, so that an object with a field 'keys becomes a keyset.",
    overloads: [
      overload({
        internal: 'env-data',
        params: [param('json', 'value', 'The data.')],
        returns: 'string',
        run: (call, value) => {
          repl().machine.environment.data = transactionData(call, value);
          return 'Setting transaction data';
        },
      }),
    ],
    examples: [
      { code: '(env-data {"amount": 1.5})', gives: '"Setting transaction data"' },
      { setup: '(env-data "{\\"n\\": {\\"int\\": 5}}")', code: "(read-integer 'n)", gives: '5' },
    ],
  }),
  builtin({
    name: 'env-chain-data',
    since: '3.0',
    doc: "Sets what `chain-data` tells: any of 'chain-id, 'block-height, 'block-time, 'prev-block-hash, 'sender, 'gas-limit, 'gas-price, 'gas-fee.",
    overloads: [
      overload({
        internal: 'env-chain-data',
        params: [param('data', 'object', 'The fields to set.')],
        returns: 'string',
        run: (call, data) => {
          const { environment } = repl().machine;
          environment.publicData = withChainData(call, environment.publicData, data);
          return 'Updated public metadata';
        },
      }),
    ],
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
  }),
  builtin({
    name: 'env-exec-config',
    since: '3.0',
    doc: 'Sets the execution flags, all of them at once, or tells which are set.',
    overloads: [
      overload({
        internal: 'env-exec-config',
        params: [param('flags', 'list', 'Names of flags; an empty list clears them.')],
        returns: '[string]',
        run: (call, flags) => setFlags(repl(), call, flags),
      }),
      overload({
        internal: 'env-ask-exec-config',
        params: [],
        returns: '[string]',
        run: () => {
          const { flags } = repl().machine.environment;
          return new ListValue(executionFlags.filter((flag) => flags.has(flag)));
        },
      }),
    ],
    examples: [
      { code: '(env-exec-config ["DisablePactEvents"])', gives: '["DisablePactEvents"]' },
      { code: '(env-exec-config)', gives: '[]' },
    ],
  }),
  builtin({
    name: 'env-namespace-policy',
    since: '3.0',
    doc: 'Installs the function that decides who may define a namespace, and says whether modules may be installed in the root.',
    overloads: [
      overload({
        internal: 'env-namespace-policy',
        params: [
          param('allow-root', 'bool', 'Whether modules may be installed without a namespace.'),
          param('policy', 'closure', 'A defun of the name and its admin guard that gives a bool.'),
        ],
        returns: 'string',
        run: (call, allowRoot, policy) => {
          const { machine } = repl();
          if (policy.closure !== 'defun') return call.failArguments([allowRoot, policy]);
          if (policy.code.arity !== 2) {
            call.failNative('Namespace manager function has invalid argument length');
          }
          const manager = policy.name.toQualified();
          if (getMember(machine, manager, call.span).def.kind !== 'defun') {
            call.fail('UserEnforceError', { message: 'invalid namespace manager function type' });
          }
          machine.environment.namespacePolicy = { kind: 'smart', allowRoot, manager };
          return 'Installed namespace policy';
        },
      }),
    ],
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
  }),
  builtin({
    name: 'env-enable-repl-natives',
    since: '4.0',
    doc: 'Says whether modules may use natives of the REPL.',
    overloads: [
      overload({
        internal: 'env-enable-repl-natives',
        params: [param('enable', 'bool', 'Whether they may.')],
        returns: 'string',
        run: (_, enable) => {
          repl().nativesInModules = enable;
          return `repl natives ${enable ? 'enabled' : 'disabled'}`;
        },
      }),
    ],
    examples: [
      { code: '(env-enable-repl-natives true)', gives: '"repl natives enabled"' },
      {
        code: '(module m G (defcap G () true) (defun f () (env-hash "")))',
        gives: { fails: 'repl native disallowed in module code' },
      },
    ],
  }),
  builtin({
    name: 'env-module-admin',
    since: '5.0',
    doc: 'Gives module admin of a module without asking its governance.',
    overloads: [
      overload({
        internal: 'env-module-admin',
        params: [param('module', 'modref', 'The module.')],
        returns: 'string',
        run: (_, { module }) => {
          grantModuleAdmin(repl().machine, module);
          return `Acquired module admin for: ${module.text}`;
        },
      }),
    ],
    examples: [
      {
        setup: '(module m G (defcap G () true) (defconst X 1))',
        code: '(env-module-admin m)',
        gives: '"Acquired module admin for: m"',
      },
      { code: '(env-module-admin 1)', gives: { fails: 'Type error' } },
    ],
  }),
  builtin({
    name: 'env-set-debug-flag',
    since: '5.0',
    doc: 'Toggles what the trace shows of each form: lexer, parser, desugar; all or none.',
    overloads: [
      overload({
        internal: 'env-set-debug-flag',
        params: [param('flag', 'string', 'One of lexer, parser, desugar, all, none.')],
        returns: 'unit',
        run: (call, flag) => {
          toggleDebug(repl(), call, flag);
          return unit;
        },
      }),
    ],
    examples: [
      { code: '(env-set-debug-flag "none")', gives: '()' },
      { code: '(env-set-debug-flag "optimiser")', gives: { fails: 'unrecognized flag' } },
    ],
  }),
  builtin({
    name: 'env-stackframe',
    since: '5.0',
    doc: 'The open calls, innermost first, as texts.',
    overloads: [
      overload({
        internal: 'env-stackframe',
        params: [],
        returns: '[string]',
        run: () => new ListValue(framesOf(repl().machine.stack).map(showStackFrame)),
      }),
    ],
    examples: [
      { code: '(env-stackframe)', gives: '[]' },
      {
        setup:
          '(env-enable-repl-natives true) (module m G (defcap G () true) (defun f () (env-stackframe)))',
        code: '(length (m.f))',
        gives: '1',
      },
    ],
  }),
];

/** Text is read as JSON; other values pass through their JSON form, and stay as they are where they have none. */
function transactionData(call: NativeCall, value: PactValue): PactValue {
  if (typeof value !== 'string') return roundTripJson(value) ?? value;
  const parsed = parseJsonValue(value);
  if (parsed.kind === 'value') return parsed.value;
  return call.fail('UserEnforceError', { message: `env-data: ${parsed.reason}` });
}

function setFlags(engine: ReplEngine, call: NativeCall, list: ListValue): ListValue {
  const flags: ExecutionFlag[] = [];
  const unknown: string[] = [];
  for (const item of list.items) {
    if (typeof item !== 'string') return call.failArguments([item]);
    if (isExecutionFlag(item)) flags.push(item);
    else unknown.push(item);
  }
  const { environment } = engine.machine;
  if (unknown.length > 0) environment.warn({ kind: 'unknown-flags', flags: unknown });
  environment.flags = new Set(flags);
  return new ListValue(flags);
}

function toggleDebug(engine: ReplEngine, call: NativeCall, written: string): void {
  const every: readonly DebugFlag[] = ['lexer', 'parser', 'desugar'];
  const flag = written.trim();
  const { debugFlags } = engine;
  if (flag === 'none') debugFlags.clear();
  else {
    const chosen = flag === 'all' ? every : every.filter((each) => each === flag);
    if (chosen.length === 0) call.failNative(`unrecognized flag in env-set-debug: ${flag}`);
    for (const each of chosen) if (!debugFlags.delete(each)) debugFlags.add(each);
  }
  const set = every.filter((each) => debugFlags.has(each));
  engine.trace(call.span, `set debug flags to [${set.join(', ')}]`);
}

type Setter = (data: PublicData, value: PactValue) => PublicData | undefined;

/** `undefined` where the value is of the wrong type. `gas-fee` belongs to old scripts and sets nothing. */
const setters: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ['chain-id', (data, value) => (typeof value === 'string' ? { ...data, chainId: value } : undefined)],
  ['sender', (data, value) => (typeof value === 'string' ? { ...data, sender: value } : undefined)],
  [
    'prev-block-hash',
    (data, value) => (typeof value === 'string' ? { ...data, prevBlockHash: value } : undefined),
  ],
  [
    'block-height',
    (data, value) => (typeof value === 'bigint' ? { ...data, blockHeight: value } : undefined),
  ],
  ['gas-limit', (data, value) => (typeof value === 'bigint' ? { ...data, gasLimit: value } : undefined)],
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

function withChainData(call: NativeCall, before: PublicData, fields: ObjectValue): PublicData {
  let data = before;
  for (const [name, value] of fields.fields) {
    const after = setters.get(name)?.(data, value);
    if (after === undefined) {
      const message = `envChainData: bad public metadata value for key: ${name}`;
      return call.fail('UserEnforceError', { message });
    }
    data = after;
  }
  return data;
}
