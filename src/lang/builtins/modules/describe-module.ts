// `describe-module` and `list-modules`
import type { Governance, Interface, Module } from '../../core/model/definition.ts';
import { getModuleData } from '../../eval/calls/modules.ts';
import { enforceImpure } from '../../eval/calls/storage.ts';
import { ListValue, type PactValue, objectValue } from '../../values/value.ts';
import { builtin, overload, param } from '../define.ts';
import { enforceLocal, enforceTopLevel } from '../registry.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { parseModuleName } from '../../values/text/names-parse.ts';
import type { ModuleName } from '../../values/names.ts';

const source = `(module m G (defcap G () true) (defun f () 1))`;
const setup = `(begin-tx) ${source} (commit-tx)`;

export const describeModule = builtin({
  name: 'describe-module',
  since: '1.0',
  builtins: { 'describe-module': { number: 79, gas: { '5.0': 100_000 }, does: 'reads' } },
  doc:
    'Returns a module or interface as an object: name, hash, tx_hash (of the transaction that ' +
    'installed it) and code. For a module also the interfaces it implements, the blessed hashes and, ' +
    'as keyset, its governance: the name of a keyset or of a capability. Works only at top level.',
  types: {
    'describe-module': [
      'string -> object{code: string, hash: string, interfaces: [string], name: string, tx-hash: string}',
    ],
  },
  overloads: [
    overload({
      internal: 'describe-module',
      params: [param('module', 'string', 'The name: `module` or `namespace.module`.')],
      returns: 'object',
      run(call, text) {
        const name = enforceModuleNameText(call, text);
        enforceTopLevel(call);
        if (!call.machine.hasFlag('DisablePact431')) enforceLocal(call);
        const { module } = getModuleData(call.machine, name, call.span);
        const code = call.machine.database.readModuleSource(module.name, module.hash);
        return objectValue([
          ...commonFields(module, code ?? module.code),
          ...(module.kind === 'module' ? moduleFields(module) : []),
        ]);
      },
    }),
  ],
  examples: [
    { setup, code: `(at 'code (describe-module "m"))`, gives: `"${source}"` },
    { setup, code: `(at 'keyset (describe-module "m"))`, gives: '"m.G"' },
    { code: '(describe-module "none")', gives: { fails: 'Cannot find module: none' } },
    { code: '(describe-module "1")', gives: { fails: 'invalid module name format' } },
  ],
});

export const listModules = builtin({
  name: 'list-modules',
  since: '1.0',
  builtins: { 'list-modules': { number: 134, gas: { '5.0': 100_000 }, does: 'reads' } },
  doc: 'Returns the names of all modules and interfaces, in ascending order.',
  types: { 'list-modules': ['() -> [string]'] },
  overloads: [
    overload({
      internal: 'list-modules',
      params: [],
      returns: 'list',
      run(call) {
        enforceLocal(call);
        enforceImpure(call.context, call.span);
        const names = call.machine.database.moduleNames();
        return new ListValue(names.map((name) => name.text));
      },
    }),
  ],
  examples: [
    { setup, code: '(list-modules)', gives: '["m"]' },
    {
      setup: '(env-exec-config ["DisableHistoryInTransactionalMode"])',
      code: '(list-modules)',
      gives: { fails: 'Operation only permitted in local execution mode: list-modules' },
    },
  ],
});

type Fields = readonly (readonly [string, PactValue])[];

function commonFields(module: Module | Interface, code: string): Fields {
  return [
    ['name', module.name.text],
    ['hash', module.hash],
    ['tx_hash', module.txHash],
    ['code', code],
  ];
}

/** Pact 5 has only `interfaces`; the other fields are from Pact 4. */
function moduleFields(module: Module): Fields {
  return [
    ['interfaces', new ListValue(module.implements.map((name) => name.text))],
    ['blessed', new ListValue(module.blessed)],
    ['keyset', governanceText(module.governance)],
  ];
}

function governanceText(governance: Governance): string {
  return governance.kind === 'keyset' ? governance.name.text : governance.name.qualified;
}

// Names of modules as arguments.

export function enforceModuleNameText(call: BuiltinCall, text: string): ModuleName {
  return parseModuleName(text) ?? call.failBuiltin('invalid module name format');
}
