// Processes one top-level form: governance of the module it replaces, resolution, constants, hash, then installation
// or evaluation. The order is that of the reference, because errors and gas depend on it.
// Source: pact/Pact/Core/Compile.hs (interpretTopLevel, evalTopLevel), IR/ConstEval.hs; section 4.3.

import type { Span } from '../../base/span.ts';
import type { Def, DefConst } from '../core/model/definition.ts';
import { hashInterface, hashModule } from '../core/encoding/module-hash.ts';
import type { Machine } from '../state/machine.ts';
import { enforceType } from '../eval/calls/typecheck.ts';
import {
  evaluateInterfaceConstants,
  evaluateModuleConstants,
  type ConstantHost,
} from '../resolve/constants.ts';
import type { BuiltinTable } from '../resolve/environment.ts';
import { resolveTopLevel, type ResolvedTopLevel } from '../resolve/top-level.ts';
import type { TopLevel } from '../syntax/ast.ts';
import type { Hash } from '../values/encoding/hash.ts';
import type { FullyQualifiedName, ModuleName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import { chargeDesugar, chargeHash, installInterface, installModule } from './install.ts';
import { evaluateTerm, resolveEnvironment } from './evaluate.ts';
import { enforceGovernance } from './governance.ts';
import type { KnownModules } from './known-modules.ts';

export type TopLevelResult =
  | { readonly kind: 'module' | 'interface'; readonly name: ModuleName; readonly hash: Hash }
  | { readonly kind: 'use'; readonly module: ModuleName }
  | { readonly kind: 'repl-definition'; readonly name: string; readonly def: 'defun' | 'defconst' }
  | { readonly kind: 'value'; readonly value: PactValue };

/** A form with resolved names: the result of `prepare` and the input of `perform`. */
export type Prepared = Exclude<ResolvedTopLevel, { kind: 'repl-definition' }>;

/**
 * `inspect` receives the resolved form before it takes effect; if it returns a value, that is the result. `known` is the
 * cache shared by sessions: the results and charges are the same with and without it.
 */
export function evaluateTopLevel<Answer = never>(
  machine: Machine,
  written: TopLevel,
  builtins: BuiltinTable,
  inspect: (resolved: ResolvedTopLevel) => Answer | undefined = () => undefined,
  known?: KnownModules,
): TopLevelResult | Answer {
  return machine.whileAsking(() => {
    if (written.kind === 'defun' || written.kind === 'defconst') {
      return defineAtTopLevel(machine, written, builtins, inspect);
    }
    const prepared = prepare(machine, written, builtins, known);
    return inspect(prepared) ?? perform(machine, prepared, known);
  });
}

/** Does everything up to the hash; nothing is stored yet. */
export function prepare(
  machine: Machine,
  written: TopLevel,
  builtins: BuiltinTable,
  known?: KnownModules,
): Prepared {
  enforceGovernance(machine, written);
  const environment = resolveEnvironment(machine, builtins);
  const resolved =
    known === undefined
      ? resolveTopLevel(written, environment)
      : known.resolve(written, environment);
  switch (resolved.kind) {
    case 'module': {
      chargeDesugar(machine, resolved.module);
      const evaluated = withConstants(machine, (host) =>
        evaluateModuleConstants(resolved.module, host),
      );
      const module = known?.evaluatedModule(resolved.module, evaluated) ?? evaluated;
      chargeHash(machine, module);
      const { codeSizes } = machine;
      const hashed = known?.hashModule(module, codeSizes) ?? hashModule(module, codeSizes);
      return { ...resolved, module: hashed };
    }
    case 'interface': {
      chargeDesugar(machine, resolved.interface);
      const evaluated = withConstants(machine, (host) =>
        evaluateInterfaceConstants(resolved.interface, host),
      );
      const declared = known?.evaluatedInterface(resolved.interface, evaluated) ?? evaluated;
      chargeHash(machine, declared);
      return { ...resolved, interface: known?.hashInterface(declared) ?? hashInterface(declared) };
    }
    case 'repl-definition':
      return machine.fail(
        'EvalError',
        { cause: 'a definition of the REPL is no program' },
        written.span,
      );
    default:
      return resolved;
  }
}

export function perform(
  machine: Machine,
  prepared: Prepared,
  known?: KnownModules,
): TopLevelResult {
  switch (prepared.kind) {
    case 'module': {
      installModule(machine, prepared.module, prepared.dependencies, known);
      return { kind: 'module', name: prepared.module.name, hash: prepared.module.hash };
    }
    case 'interface': {
      installInterface(machine, prepared.interface, prepared.dependencies, known);
      return { kind: 'interface', name: prepared.interface.name, hash: prepared.interface.hash };
    }
    case 'use':
      return { kind: 'use', module: prepared.import.module };
    case 'term':
      return { kind: 'value', value: evaluateTerm(machine, prepared.term, 'impure') };
  }
}

export function resultText(result: Exclude<TopLevelResult, { kind: 'value' }>): string {
  switch (result.kind) {
    case 'module':
      return `Loaded module ${result.name.text}, hash ${result.hash}`;
    case 'interface':
      return `Loaded interface ${result.name.text}, hash ${result.hash}`;
    case 'use':
      return `Loaded imports from ${result.module.text}`;
    case 'repl-definition':
      return `Loaded repl ${result.def} ${result.name}`;
  }
}

function defineAtTopLevel(
  machine: Machine,
  written: TopLevel,
  builtins: BuiltinTable,
  inspect: (resolved: ResolvedTopLevel) => unknown,
): TopLevelResult {
  const resolved = resolveTopLevel(written, resolveEnvironment(machine, builtins));
  inspect(resolved);
  if (resolved.kind !== 'repl-definition') return perform(machine, resolved);
  const { name, def } = resolved;
  machine.loaded.addDef(name, def.kind === 'defconst' ? evaluated(machine, def) : def);
  return { kind: 'repl-definition', name: name.name, def: def.kind };
}

function evaluated(machine: Machine, def: DefConst): DefConst {
  if (def.value.kind === 'evaluated') return def;
  const value = evaluateTerm(machine, def.value.term, 'sys-only');
  const { name, type } = def.spec;
  if (type !== undefined) {
    enforceType(machine, type, value, def.span, { kind: 'variable', name });
  }
  return { ...def, value: { kind: 'evaluated', value } };
}

/** Constants can use the definitions before them; modules loaded meanwhile are dropped. */
function withConstants<T>(machine: Machine, evaluate: (host: ConstantHost) => T): T {
  const before = machine.loaded;
  // Definitions are loaded only if a constant runs code: most modules have only literals.
  const waiting: [FullyQualifiedName, Def][] = [];
  const host: ConstantHost = {
    evaluate: (term) => {
      if (term.kind === 'literal') return evaluateTerm(machine, term, 'sys-only');
      if (machine.loaded === before) machine.loaded = before.layer();
      for (const [name, def] of waiting.splice(0)) machine.loaded.addDef(name, def);
      return evaluateTerm(machine, term, 'sys-only');
    },
    checkType: (value: PactValue, type, span: Span) => enforceType(machine, type, value, span),
    define: (name, def) => void waiting.push([name, def]),
  };
  try {
    return evaluate(host);
  } finally {
    machine.loaded = before;
  }
}
