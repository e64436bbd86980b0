// Builtins of Pact 4 and older that Pact 5 does not have.

import { type BuiltinCall, type MachineValue, param } from '../../../lang/session/extend.ts';
import type { ReplParts } from '../context.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import { ObjectValue, type SpvSupport, equalValues, showValue } from '../../../lang/session/run.ts';
import { setFixedModel } from './gas.ts';
import { overloadsOfModule } from './modules.ts';
import { type EnvironmentSource, environmentParts, putBack } from '../environment-parts.ts';

export const benchBuiltin = replFunction(['now', 'print'], {
  name: 'bench',
  since: '1.0',
  until: '5.0',
  doc: `Runs an expression repeatedly for a fraction of a second and prints the number of runs per
      second.`,
  params: [param('expression', 'closure', 'The expression to measure.')],
  returns: 'string',
  run: (repl, call, expression) => bench(repl, call, () => call.apply(expression, [])),
  examples: [
    { code: '(bench (+ 1 2))', gives: '"Done"' },
    { code: '(bench (enforce false "no"))', gives: { fails: 'no' } },
  ],
});

/** The duration of a measurement in milliseconds. */
const durationMs = 200;

function bench(
  repl: ReplParts<'now' | 'print'>,
  call: BuiltinCall,
  run: () => MachineValue,
): string {
  const { now } = repl;
  if (now === undefined) return call.failBuiltin('this session has no clock');
  const rates = new Rates();
  const start = now();
  let before = start;
  for (let after = start; after - start < durationMs; before = after) {
    run();
    after = now();
    // A run that is too short for the clock counts as one microsecond.
    rates.add(1000 / Math.max(after - before, 0.001));
  }
  repl.print(call.span, rates.text);
  return 'Done';
}

/** The mean and standard deviation of runs per second. */
class Rates {
  private count = 0;
  private mean = 0;
  private squares = 0;

  /** Welford's method, which needs no list. */
  add(rate: number): void {
    const distance = rate - this.mean;
    this.count++;
    this.mean += distance / this.count;
    this.squares += distance * (rate - this.mean);
  }

  get text(): string {
    const deviation = Math.sqrt(this.squares / this.count);
    return `${Math.round(this.mean)}/s, +-${Math.round(deviation)}/s`;
  }
}

export const envDynref = replBuiltin(['legacy'], {
  name: 'env-dynref',
  since: '4.0',
  until: '5.0',
  doc: `Sets the module to use for an interface when types are checked; without arguments, clears
      all such settings. The interface is named as in code, or by a string.`,
  overloads: [
    replOverload({
      internal: 'env-dynref',
      params: [
        param('interface', 'string', 'The full name of the interface.'),
        param('module', 'modref', 'The module.'),
      ],
      returns: 'string',
      run: (repl, _, name, { module }) => {
        repl.legacy.dynamicReferences.set(name, module.text);
        return 'Added dynamic ref to environment.';
      },
    }),
    replOverload({
      internal: 'env-dynref-clear',
      params: [],
      returns: 'string',
      run: (repl) => {
        repl.legacy.dynamicReferences.clear();
        return 'Cleared dynamic ref environment.';
      },
    }),
  ],
  examples: [
    { code: '(env-dynref)', gives: '"Cleared dynamic ref environment."' },
    {
      setup:
        '(interface i (defun f ())) (module m G (defcap G () true) (implements i) (defun f () 1))',
      code: '(env-dynref i m)',
      gives: '"Added dynamic ref to environment."',
    },
  ],
});

/** Since Pact 5, no step has an entity. */
export const envEntity = replBuiltin(['legacy'], {
  name: 'env-entity',
  since: '1.0',
  until: '5.0',
  doc: 'Sets the entity that a private transaction runs for, or clears it.',
  overloads: [
    replOverload({
      internal: 'env-entity',
      params: [param('entity', 'string', 'The name of the entity.')],
      returns: 'string',
      run: (repl, _, entity) => {
        repl.legacy.entity = entity;
        return `Set entity to ${entity}`;
      },
    }),
    replOverload({
      internal: 'env-entity-clear',
      params: [],
      returns: 'string',
      run: (repl) => {
        repl.legacy.entity = undefined;
        return 'Unset entity';
      },
    }),
  ],
  examples: [
    { code: '(env-entity "alice")', gives: '"Set entity to alice"' },
    { code: '(env-entity)', gives: '"Unset entity"' },
  ],
});

/** `env-chain-data` does the same. */
export const envGasprice = replFunction(['environment'], {
  name: 'env-gasprice',
  since: '2.0',
  until: '5.0',
  doc: 'Sets the gas price of the transaction.',
  params: [param('price', 'decimal', 'The price of a unit of gas.')],
  returns: 'string',
  run: (repl, _, gasPrice) => {
    const { environment } = repl;
    environment.publicData = { ...environment.publicData, gasPrice };
    return `Set gas price to ${showValue(gasPrice)}`;
  },
  examples: [
    { code: '(env-gasprice 0.01)', gives: '"Set gas price to 0.01"' },
    { setup: '(env-gasprice 0.01)', code: "(at 'gas-price (chain-data))", gives: '0.01' },
  ],
});

/** `env-gasmodel` does the same. */
export const envGasrate = replFunction(['meter', 'updateMeter'], {
  name: 'env-gasrate',
  since: '2.0',
  until: '5.0',
  doc: 'Sets the gas model in which every operation costs the same.',
  params: [param('rate', 'integer', 'The gas of every operation.')],
  returns: 'string',
  run: setFixedModel,
  examples: [
    {
      code: '(env-gasrate 2)',
      gives: '"Set gas model to constant rate gas model with fixed rate 2"',
    },
    { code: '(env-gasrate -1)', gives: { fails: 'may not be negative' } },
  ],
});

export const envSimulateOnchain = replFunction(['legacy'], {
  name: 'env-simulate-onchain',
  since: '4.0',
  until: '5.0',
  doc: 'Switches to the short error messages of a chain instead of those of the REPL.',
  params: [param('on-chain', 'bool', 'Whether to use them.')],
  returns: 'string',
  run: (repl, _, simulate) => {
    repl.legacy.simulateOnChain = simulate;
    return `Set on-chain simulation execution mode to: ${simulate}`;
  },
  examples: [
    {
      code: '(env-simulate-onchain true)',
      gives: '"Set on-chain simulation execution mode to: true"',
    },
    { code: '(env-simulate-onchain 1)', gives: { fails: 'Type error' } },
  ],
});

export const formatAddress = replFunction([], {
  name: 'format-address',
  since: '2.2',
  until: '4.0',
  doc: 'Returns the address of a public key in a signature scheme: for ED25519, the key itself.',
  params: [
    param('scheme', 'string', '"ED25519".'),
    param('public-key', 'string', 'The key in hexadecimal.'),
  ],
  returns: 'string',
  run: (_, call, scheme, key) => {
    if (scheme !== 'ED25519') return call.failBuiltin(`unsupported scheme: ${scheme}`);
    if (!/^[0-9a-fA-F]*$/.test(key)) return call.failBuiltin('the key is not hexadecimal');
    return key;
  },
  examples: [
    { code: '(format-address "ED25519" "c0ffee")', gives: '"c0ffee"' },
    { code: '(format-address "RSA" "c0ffee")', gives: { fails: 'unsupported scheme' } },
  ],
});

export const mockSpv = replFunction(['environment', 'legacy'], {
  name: 'mock-spv',
  since: '2.0',
  until: '5.0',
  doc: 'Makes `verify-spv` return this output for this type and payload.',
  params: [
    param('type', 'string', 'The type of proof.'),
    param('payload', 'object', 'The proof.'),
    param('output', 'object', 'The output that it proves.'),
  ],
  returns: 'string',
  run: (repl, _, type, payload, output) => {
    const { legacy, environment } = repl;
    legacy.proofs.push({ type, payload, answer: output });
    environment.spv = mockedSpv(repl, environment.spv);
    return `Added mock SPV for ${type}`;
  },
  examples: [
    { code: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})', gives: '"Added mock SPV for TXOUT"' },
    {
      setup: '(mock-spv "TXOUT" {"proof": "a"} {"n": 1})',
      code: '(verify-spv "TXOUT" {"proof": "a"})',
      gives: '{"n": 1}',
    },
  ],
});

export function mockedSpv(repl: ReplParts<'legacy'>, other: SpvSupport): SpvSupport {
  return {
    ...other,
    verify(type, proof) {
      const known = repl.legacy.proofs.findLast(
        (each) => each.type === type && equalValues(each.payload, proof),
      );
      if (known === undefined || !(known.answer instanceof ObjectValue))
        return other.verify(type, proof);
      return { kind: 'verified', value: known.answer };
    },
  };
}

export const verifyBuiltin = replBuiltin(['print'], {
  name: 'verify',
  since: '2.0',
  until: '5.0',
  doc: `Pact 4 proved the properties of a module with a solver. Later releases do not: this prints a
      warning.`,
  overloads: overloadsOfModule(
    'verify',
    'Ignored.',
    (repl: ReplParts<'print'>, call, _, written) => {
      const why = 'Pact has no formal verification since Pact 5';
      repl.print(call.span, `Warning: module ${written} not verified: ${why}`);
    },
  ),
  examples: [
    {
      setup: '(module m G (defcap G () true) (defun f () 1))',
      code: '(verify "m")',
      gives: '()',
    },
    { code: '(verify "nowhere")', gives: { fails: 'nowhere' } },
  ],
});

export const withAppliedEnv = replFunction(
  ['builtinsInModules', 'environment', 'environmentOfForm', 'legacy', 'meter', 'updateMeter'],
  {
    name: 'with-applied-env',
    since: '4.0',
    until: '5.0',
    doc: `Runs an expression with the changes that its form has made to the environment so far, such as
      those of \`env-data\` and \`env-keys\`, and then reverts these changes. Changes by the expression
      itself stay.`,
    params: [param('expression', 'closure', 'The expression to run.')],
    returns: 'a',
    run: (repl, call, expression) => withinEnvironment(repl, () => call.apply(expression, [])),
    examples: [
      {
        code: `(let ((a 1)) (env-data {"b": 1}) (with-applied-env (+ a (read-integer 'b))))`,
        gives: '2',
      },
      { code: '(with-applied-env (enforce false "no"))', gives: { fails: 'no' } },
    ],
  },
);

type Surroundings = EnvironmentSource & ReplParts<'environmentOfForm'>;

function withinEnvironment<T>(repl: Surroundings, run: () => T): T {
  const before = repl.environmentOfForm;
  const applied = environmentParts(repl);
  try {
    return run();
  } finally {
    if (before !== undefined) putBack(repl, { before, applied });
  }
}
