// Evaluates the constants of a new module or interface before it is hashed. The caller provides the evaluation.
// Source: IR/ConstEval.hs; section 4.3.

import {
  defName,
  type Def,
  type DefConst,
  type Interface,
  type InterfaceDef,
  type Module,
} from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import { FullyQualifiedName } from '../values/names.ts';
import type { Type } from '../values/type.ts';
import type { PactValue } from '../values/value.ts';
import type { Span } from '../../base/span.ts';

export type ConstantHost = {
  /** Runs a term without access to the database. */
  readonly evaluate: (term: Term) => PactValue;
  /** Fails unless the value has the annotated type. */
  readonly checkType: (value: PactValue, type: Type, span: Span) => void;
  /** Defines a definition for the following terms. */
  readonly define: (name: FullyQualifiedName, def: Def) => void;
};

/**
 * Evaluates in the order of the definitions, each of which is then defined for the later ones, under the placeholder
 * hash. The caller must restore what was loaded before.
 */
export function evaluateModuleConstants(module: Module, host: ConstantHost): Module {
  const defs = module.defs.map((def) => {
    const evaluated = def.kind === 'defconst' ? evaluateConstant(def, host) : def;
    if (evaluated.kind === 'defconst' && evaluated !== def) checkAnnotation(evaluated, host);
    host.define(new FullyQualifiedName(module.name, defName(def), module.hash), evaluated);
    return evaluated;
  });
  return { ...module, defs };
}

/**
 * As in the reference, annotations are not checked here, and it is an error if a constant refers to another constant of the
 * same interface, because that one is not evaluated yet.
 */
export function evaluateInterfaceConstants(
  written: Interface,
  host: Omit<ConstantHost, 'checkType'>,
): Interface {
  const defs = written.defs.map((def): InterfaceDef => {
    if (def.kind !== 'defconst' || def.value.kind === 'evaluated') return def;
    const evaluated = evaluateConstant(def, host);
    host.define(new FullyQualifiedName(written.name, def.spec.name, written.hash), def);
    return evaluated;
  });
  return { ...written, defs };
}

function evaluateConstant(def: DefConst, host: Pick<ConstantHost, 'evaluate'>): DefConst {
  if (def.value.kind === 'evaluated') return def;
  return { ...def, value: { kind: 'evaluated', value: host.evaluate(def.value.term) } };
}

function checkAnnotation({ spec, value, span }: DefConst, host: ConstantHost): void {
  if (spec.type === undefined || value.kind !== 'evaluated') return;
  host.checkType(value.value, spec.type, span);
}
