// Defpacts: steps with and without rollbacks, yields, nested defpacts.

import { argumentsOf, call, expression, type Scope } from './expressions.ts';
import { effect } from './effects.ts';
import { parametersOf, parameterText, type Made } from './modules.ts';
import { anyType, integer, type DefPactInfo } from './types.ts';

export function defPact(scope: Scope, name: string): Made<DefPactInfo> {
  const { random } = scope.world;
  const parameters = parametersOf(scope, 3);
  const steps = 1 + random.below(4);
  const inner = { ...scope, variables: parameters, isInStep: true };
  const nested = random.oneIn(4) ? nestedIn(inner) : undefined;
  const texts = Array.from({ length: nested?.steps ?? steps }, (_, i) =>
    step(inner, i, nested?.call),
  );
  const text = `(defpact ${name} (${parameterText(scope, parameters)})${texts.join('')})`;
  return { text, info: { name, parameters, steps: texts.length } };
}

type Nested = { readonly call: string; readonly steps: number };

/** A nested defpact of an earlier module: it must have the same number of steps. */
function nestedIn(scope: Scope): Nested | undefined {
  const { random, modules } = scope.world;
  const all = modules.flatMap((module) => module.defPacts.map((pact) => ({ module, pact })));
  if (all.length === 0) return undefined;
  const { module, pact } = random.pick(all);
  const steps = random.oneIn(8) ? 2 : pact.steps;
  return {
    call: call(`${module.name}.${pact.name}`, argumentsOf(scope, pact.parameters, 0)),
    steps,
  };
}

function step(scope: Scope, index: number, nested: string | undefined): string {
  const { random } = scope.world;
  const own = bodyOf(scope, index);
  const nestedCall = nested === undefined || index === 0 ? nested : `(continue ${nested})`;
  const body = nestedCall === undefined ? own : `(do ${own} ${nestedCall})`;
  if (random.oneIn(3)) {
    return `\n    (step-with-rollback ${body} ${expression(scope, anyType(random), 1)})`;
  }
  return `\n    (step ${body})`;
}

function bodyOf(scope: Scope, index: number): string {
  const { random } = scope.world;
  const yielded = `(yield {"given": ${expression(scope, integer, 1)}})`;
  const elsewhere = `(yield {"given": ${expression(scope, integer, 0)}} "1")`;
  if (random.oneIn(2)) return random.oneIn(6) ? elsewhere : yielded;
  if (index > 0 && random.oneIn(2)) return `(resume {"given" := given} (+ given 1))`;
  return random.oneIn(2) ? effect(scope) : expression(scope, anyType(random), 2);
}
