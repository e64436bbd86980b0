// Functions that only Pact 4's REPL (or an older one) had. A script finds them where nothing else has their name, so they
// take no name away from programs of today.
// Source: Pact 4 (src/Pact/Repl/Lib.hs, docs); section 9.2.

import {
  builtin,
  equalValues,
  fixedModel,
  getModuleData,
  isClosure,
  ObjectValue,
  overload,
  param,
  parseModuleName,
  showValue,
  unit,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
  type SpvSupport,
} from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';

type Repl = () => ReplEngine;

const until = '5.0';

export const legacyReplBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'bench',
    since: '1.0',
    until,
    doc: 'Runs expressions again and again for a moment, and tells how long one run took on average.',
    overloads: [
      overload({
        internal: 'bench',
        params: [param('expressions', 'closure', 'What to measure.')],
        returns: 'string',
        run: (call, expressions) => bench(repl(), call, () => call.apply(expressions, [])),
      }),
    ],
    examples: [
      { code: '(contains "runs" (bench (+ 1 2)))', gives: 'true' },
      { code: '(bench (enforce false "no"))', gives: { fails: 'no' } },
    ],
  }),
  builtin({
    name: 'env-dynref',
    since: '4.0',
    until,
    doc: 'Says which module stands for an interface when types are checked; without arguments forgets all of that. The interface is named by a string.',
    overloads: [
      overload({
        internal: 'env-dynref',
        params: [
          param('interface', 'string', 'The full name of the interface.'),
          param('module', 'modref', 'The module.'),
        ],
        returns: 'string',
        run: (_, name, { module }) => {
          repl().legacy.dynamicReferences.set(name, module.text);
          return 'Added dynamic ref to environment.';
        },
      }),
      overload({
        internal: 'env-dynref-clear',
        params: [],
        returns: 'string',
        run: () => {
          repl().legacy.dynamicReferences.clear();
          return 'Cleared dynamic ref environment.';
        },
      }),
    ],
    examples: [
      { code: '(env-dynref)', gives: '"Cleared dynamic ref environment."' },
      {
        setup: '(interface i (defun f ())) (module m G (defcap G () true) (implements i) (defun f () 1))',
        code: '(env-dynref "i" m)',
        gives: '"Added dynamic ref to environment."',
      },
    ],
  }),
  builtin({
    name: 'env-entity',
    since: '1.0',
    until,
    doc: 'Sets the name of the entity that a private transaction would run for, or forgets it.',
    overloads: [
      overload({
        internal: 'env-entity',
        params: [param('entity', 'string', 'The name.')],
        returns: 'string',
        run: (_, entity) => {
          repl().legacy.entity = entity;
          return `Set entity to ${entity}`;
        },
      }),
      overload({
        internal: 'env-entity-clear',
        params: [],
        returns: 'string',
        run: () => {
          repl().legacy.entity = undefined;
          return 'Unset entity';
        },
      }),
    ],
    examples: [
      { code: '(env-entity "alice")', gives: '"Set entity to alice"' },
      { code: '(env-entity)', gives: '"Unset entity"' },
    ],
  }),
  builtin({
    name: 'env-gasprice',
    since: '2.0',
    until,
    doc: 'Sets the gas price of the transaction.',
    overloads: [
      overload({
        internal: 'env-gasprice',
        params: [param('price', 'decimal', 'The price of a unit of gas.')],
        returns: 'string',
        run: (_, gasPrice) => {
          const { environment } = repl().machine;
          environment.publicData = { ...environment.publicData, gasPrice };
          return `Set gas price to ${showValue(gasPrice)}`;
        },
      }),
    ],
    examples: [
      { code: '(env-gasprice 0.01)', gives: '"Set gas price to 0.01"' },
      { setup: '(env-gasprice 0.01)', code: "(at 'gas-price (chain-data))", gives: '0.01' },
    ],
  }),
  builtin({
    name: 'env-gasrate',
    since: '2.0',
    until,
    doc: 'Sets the gas model in which every operation costs the same.',
    overloads: [
      overload({
        internal: 'env-gasrate',
        params: [param('rate', 'integer', 'Gas for every operation.')],
        returns: 'string',
        run: (call, rate) => {
          if (rate < 0n) return call.failNative('the rate may not be negative');
          const engine = repl();
          engine.meter.model = fixedModel(rate);
          engine.updateMeter();
          return `Set gas model to ${engine.meter.model.description}`;
        },
      }),
    ],
    examples: [
      {
        code: '(env-gasrate 2)',
        gives: '"Set gas model to constant rate gas model with fixed rate 2"',
      },
      { code: '(env-gasrate -1)', gives: { fails: 'may not be negative' } },
    ],
  }),
  builtin({
    name: 'env-simulate-onchain',
    since: '4.0',
    until,
    doc: 'Asks for the bounded error texts of a chain instead of those of the REPL.',
    overloads: [
      overload({
        internal: 'env-simulate-onchain',
        params: [param('on-chain', 'bool', 'Whether to.')],
        returns: 'string',
        run: (_, simulate) => {
          repl().legacy.simulateOnChain = simulate;
          return `Set on-chain simulation execution mode to: ${simulate}`;
        },
      }),
    ],
    examples: [
      {
        code: '(env-simulate-onchain true)',
        gives: '"Set on-chain simulation execution mode to: true"',
      },
      { code: '(env-simulate-onchain 1)', gives: { fails: 'Type error' } },
    ],
  }),
  builtin({
    name: 'format-address',
    since: '2.2',
    until: '4.0',
    doc: 'The address of a public key by signature scheme: for ED25519 the key itself.',
    overloads: [
      overload({
        internal: 'format-address',
        params: [
          param('scheme', 'string', '"ED25519".'),
          param('public-key', 'string', 'The key in hexadecimal.'),
        ],
        returns: 'string',
        run: (call, scheme, key) => {
          if (scheme !== 'ED25519') return call.failNative(`unsupported scheme: ${scheme}`);
          if (!/^[0-9a-fA-F]*$/.test(key)) return call.failNative('the key is not hexadecimal');
          return key;
        },
      }),
    ],
    examples: [
      { code: '(format-address "ED25519" "c0ffee")', gives: '"c0ffee"' },
      { code: '(format-address "RSA" "c0ffee")', gives: { fails: 'unsupported scheme' } },
    ],
  }),
  builtin({
    name: 'mock-spv',
    since: '2.0',
    until,
    doc: 'Makes `verify-spv` answer this output for this type and payload.',
    overloads: [
      overload({
        internal: 'mock-spv',
        params: [
          param('type', 'string', 'The type of proof.'),
          param('payload', 'object', 'The proof.'),
          param('output', 'object', 'What it attests.'),
        ],
        returns: 'string',
        run: (_, type, payload, output) => {
          const { legacy, machine } = repl();
          legacy.proofs.push({ type, payload, answer: output });
          machine.environment.spv = mockedSpv(repl(), machine.environment.spv);
          return `Added mock SPV for ${type}`;
        },
      }),
    ],
    examples: [
      { code: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})', gives: '"Added mock SPV for TXOUT"' },
      {
        setup: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})',
        code: '(verify-spv "TXOUT" {"proof": "a"})',
        gives: '{"n": 1}',
      },
    ],
  }),
  builtin({
    name: 'verify',
    since: '2.0',
    until,
    doc: 'Pact 4 proved the properties of a module with a solver. No release since does: a warning says so.',
    overloads: [
      overload({
        internal: 'verify',
        params: [param('module', 'string', 'The full name of the module.')],
        returns: 'unit',
        run: (call, module) => verify(repl(), call, module),
      }),
      overload({
        internal: 'verify-debug',
        params: [
          param('module', 'string', 'The full name of the module.'),
          param('debug', 'bool', 'Ignored.'),
        ],
        returns: 'unit',
        run: (call, module) => verify(repl(), call, module),
      }),
    ],
    examples: [
      {
        setup: '(module m G (defcap G () true) (defun f () 1))',
        code: '(verify "m")',
        gives: '()',
      },
      { code: '(verify "nowhere")', gives: { fails: 'nowhere' } },
    ],
  }),
  builtin({
    name: 'with-applied-env',
    since: '4.0',
    until,
    doc: 'Runs an expression with all changes of the environment in force. In Pact 5 they always are.',
    overloads: [
      overload({
        internal: 'with-applied-env',
        params: [param('expression', 'closure', 'What to run.')],
        returns: 'a',
        run: (call, expression) => call.apply(expression, []),
      }),
    ],
    examples: [
      {
        code: `(let ((a 1)) (env-data {"b": {"int": 1}}) (with-applied-env (+ a (read-integer 'b))))`,
        gives: '2',
      },
      { code: '(with-applied-env (enforce false "no"))', gives: { fails: 'no' } },
    ],
  }),
];

/** How long a measurement goes on, in milliseconds. */
const benchDurationMs = 200;

function bench(engine: ReplEngine, call: NativeCall, run: () => MachineValue): string {
  const { now } = engine.host;
  if (now === undefined) return call.failNative('this session has no clock');
  const start = now();
  let runs = 0;
  let elapsedMs = 0;
  do {
    const result = run();
    if (isClosure(result)) return call.failNative('nothing to measure: the result is a function');
    runs++;
    elapsedMs = now() - start;
  } while (elapsedMs < benchDurationMs);
  return `${((elapsedMs / runs) * 1000).toFixed(3)} us on average, ${runs} runs`;
}

function mockedSpv(engine: ReplEngine, other: SpvSupport): SpvSupport {
  return {
    ...other,
    verify(type, proof) {
      const known = engine.legacy.proofs.find(
        (each) => each.type === type && equalValues(each.payload, proof),
      );
      if (known === undefined || !(known.answer instanceof ObjectValue)) return other.verify(type, proof);
      return { kind: 'verified', value: known.answer };
    },
  };
}

function verify(engine: ReplEngine, call: NativeCall, text: string): MachineValue {
  const name = parseModuleName(text);
  if (name === undefined) return call.failNative('invalid module name format');
  getModuleData(engine.machine, name, call.span);
  const why = 'formal verification ended with Pact 4';
  engine.print(call.span, `Warning: module ${text} not verified: ${why}`);
  return unit;
}
