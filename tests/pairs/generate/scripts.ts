// Whole scripts: set-up, modules, and then random transactions, calls, upgrades and changes of the environment.

import { Random } from '../../support/random.ts';
import { argumentsOf, call, expression, type Scope } from './expressions.ts';
import { callOf, interfaceForm, moduleForm } from './modules.ts';
import { anyType, type ModuleInfo, type World } from './types.ts';

/**
 * Yields top-level forms as strings. The caller answers whether each succeeded, so that later forms mostly refer to things
 * that exist. `#hash:NAME#` is the hash of a module at that point, which the caller substitutes.
 */
export function* scriptOf(
  seed: number,
  { isSimple = false, avoids }: { readonly isSimple?: boolean; readonly avoids?: RegExp } = {},
): Forms {
  const random = new Random(seed);
  const world: World = {
    random,
    modules: [],
    interfaces: [],
    namespaces: [],
    keysets: [],
    isSimple,
    avoids,
  };
  yield* setUp(random);
  if (random.oneIn(3)) yield* gas(random);
  for (let i = random.below(2); i > 0; i--) yield* anInterface(world);
  for (let i = 1 + random.below(3); i > 0; i--) yield* aModule(world);
  for (let i = 10 + random.below(40); i > 0; i--) yield* random.pick(steps)(world);
  yield '(commit-tx)';
  for (const module of world.modules) yield* shown(module);
}

export type Forms = Generator<string, void, boolean>;

const setUp = (random: Random): readonly string[] => [
  '(env-data {"i": 42, "d": 4.5, "s": "text", "ks": ["key-1"], "two": {"keys": ["key-1" "key-2"], "pred": "keys-any"}})',
  random.oneIn(4) ? '(env-keys ["key-2"])' : '(env-sigs [{"key": "key-1", "caps": []}])',
  ...(random.oneIn(4) ? [flags(random)] : []),
  '(begin-tx "first")',
  '(define-keyset "ks-a" (read-keyset "ks"))',
];

const flagNames = [
  'DisablePact51',
  'DisablePact52',
  'DisablePact53',
  'DisablePact54',
  'DisableRuntimeRTC',
  'DisablePactEvents',
  'RequireKeysetNs',
  'EnforceKeyFormats',
  'DisableReentrancyCheck',
  'DisableNewTrans',
  'DisableHistoryInTransactionalMode',
  'DisablePact54Fix',
];

function flags(random: Random): string {
  const chosen = flagNames.filter(() => random.oneIn(5));
  return `(env-exec-config [${chosen.map((name) => `"${name}"`).join(' ')}])`;
}

function gas(random: Random): readonly string[] {
  const limit = random.oneIn(3) ? 10 ** (2 + random.below(4)) : 150_000_000;
  return ['(env-gasmodel "table")', `(env-gaslimit ${limit})`];
}

type Step = (world: World) => Iterable<string, void, boolean>;

const top = (world: World): Scope => ({ world, module: undefined, variables: [] });

const calls: Step = (world) => {
  if (world.modules.length === 0) return [];
  const made = callOf(world, world.random.pick(world.modules));
  const { random } = world;
  if (random.oneIn(8)) return [`(expect-failure "it fails" ${made})`];
  if (random.oneIn(8)) return [`(expect "it is so" ${made} ${made})`];
  return [random.oneIn(10) ? `(expect-that "it holds" (constantly true) ${made})` : made];
};

const values: Step = (world) => [expression(top(world), anyType(world.random), 4)];

const capabilities: Step = (world) => {
  const { random } = world;
  const all = world.modules.flatMap((module) =>
    module.capabilities.map((capability) => ({ module, capability })),
  );
  if (all.length === 0) return [];
  const { module, capability } = random.pick(all);
  const token = call(
    `${module.name}.${capability.name}`,
    argumentsOf(top(world), capability.parameters, 0),
  );
  return [
    random.pick([
      `(test-capability ${token})`,
      `(env-sigs [{"key": "key-1", "caps": [${token}]}])`,
      `(env-sigs [{"key": "key-1", "caps": [${token} ${token}]} {"key": "key-2", "caps": []}])`,
      `(install-capability ${token})`,
      '(env-sigs [{"key": "key-1", "caps": []}])',
    ]),
  ];
};

const transactions: Step = ({ random }) =>
  random.pick([
    ...Array.from({ length: 4 }, () => ['(commit-tx)', '(begin-tx)']),
    ['(commit-tx)', '(begin-tx "again")'],
    ['(rollback-tx)', '(begin-tx)'],
    [random.pick(['(commit-tx)', '(begin-tx)', '(rollback-tx)'])],
  ]);

const surroundings: Step = ({ random }) => [
  random.pick([
    '(env-events true)',
    '(env-gas)',
    '(env-gas 0)',
    '(env-chain-data {"block-height": 7, "chain-id": "1", "sender": "me"})',
    '(env-hash "DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g")',
    '(env-data {"i": -1, "d": 0.25, "s": "", "ks": ["key-1"], "two": {"keys": ["key-2"]}})',
    '(env-keys ["key-1"])',
    '(env-entity "one")',
    '(env-exec-config [])',
    '(env-milligas)',
    '(env-namespace-policy false (lambda (n g) true))',
    '(list-modules)',
    '(chain-data)',
    '(tx-hash)',
    '(env-simulate-onchain true)',
    flags(random),
  ]),
  ...(random.oneIn(5) ? gas(random) : []),
];

const describing: Step = ({ random, modules }) => {
  if (modules.length === 0) return [];
  const { name, tables } = random.pick(modules);
  const table = tables[0];
  return [
    random.pick([
      `(describe-module "${name}")`,
      `(use ${name})`,
      `(use ${name} "#hash:${name}#")`,
      '(describe-keyset "ks-a")',
      '(describe-namespace "free")',
      `(env-module-admin ${name})`,
      `(acquire-module-admin ${name})`,
      `(typecheck "${name}")`,
      ...(table === undefined
        ? []
        : [`(read ${name}.${table.name} "k1")`, `(keys ${name}.${table.name})`]),
      ...(table === undefined ? [] : [`(describe-table ${name}.${table.name})`]),
    ]),
  ];
};

const continuing: Step = ({ random, modules }) => {
  const pacts = modules.flatMap(({ defPacts }) => defPacts);
  if (pacts.length === 0) return [];
  const { steps: count } = random.pick(pacts);
  const number = random.oneIn(3) ? random.below(count + 1) : 1;
  return random.pick([
    [`(continue-pact ${number})`],
    [`(continue-pact ${number} ${random.oneIn(3)})`],
    ['(pact-state)'],
    ['(pact-state true)', `(continue-pact ${number})`],
    [`(continue-pact ${number} false "no-such-defpact")`],
    ['(continue-pact 1)', '(continue-pact 2)'],
    [`(continue-pact ${number} false (hash "x") {"given": 5})`],
  ]);
};

const namespaces: Step = ({ random, namespaces: known }) => {
  const name = random.pick(['free', 'own', 'user']);
  if (!known.includes(name)) known.push(name);
  return [
    `(define-namespace "${name}" (read-keyset "ks") (read-keyset "ks"))`,
    `(namespace "${name}")`,
    ...(random.oneIn(2) ? [`(define-keyset "${name}.ks" (read-keyset "ks"))`] : []),
  ];
};

function* anInterface(world: World): Forms {
  const { text, info } = interfaceForm(world);
  if (yield text) world.interfaces.push(info);
}

function* aModule(world: World, before?: ModuleInfo): Forms {
  const { random, modules } = world;
  const { text, info } = moduleForm(world, before);
  const { name, namespace } = info;
  if (!random.oneIn(12)) yield `(namespace "${namespace ?? ''}")`;
  if (yield text) {
    const known = modules.findIndex((each) => each.name === name);
    if (known >= 0) modules.splice(known, 1);
    modules.push(info);
    if (!random.oneIn(12))
      yield* info.tables.map((table) => `(create-table ${name}.${table.name})`);
  }
  if (namespace !== undefined) yield '(namespace "")';
}

/** A changed version of a module. */
function* upgrade(world: World): Forms {
  const { random, modules } = world;
  if (modules.length > 0) yield* aModule(world, random.pick(modules));
}

const steps: readonly Step[] = [
  calls,
  calls,
  calls,
  calls,
  calls,
  calls,
  calls,
  calls,
  values,
  values,
  capabilities,
  capabilities,
  transactions,
  transactions,
  surroundings,
  describing,
  continuing,
  namespaces,
  upgrade,
  aModule,
  anInterface,
];

/** Reads the final rows of its tables. */
const shown = ({ name, tables }: ModuleInfo): readonly string[] =>
  tables.flatMap(({ name: table }) => [
    `(env-module-admin ${name})`,
    `(map (read ${name}.${table}) (keys ${name}.${table}))`,
  ]);
