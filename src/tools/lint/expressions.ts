// Reads syntax trees for rules: code with parameters and a body, calls and their arguments, names and words.

import { Source, type Span } from '../../base/span.ts';
import {
  type Argument,
  coreBuiltins,
  type Expression,
  legacyBuiltins,
  specialForms,
  tokenImages,
  type TopLevel,
  walkExpressions,
} from '../../lang/session/analyse.ts';
import type { Found } from './rule.ts';

/** Returns the bare name of the builtin or function that is called. */
export function calledName(expression: Expression): string | undefined {
  if (expression.kind !== 'application' || expression.head.kind !== 'variable') return undefined;
  const { name } = expression.head;
  return name.kind === 'bare' ? name.name : undefined;
}

export function argumentsOf(expression: Expression): readonly Expression[] {
  return expression.kind === 'application' ? expression.args : [];
}

/** Returns the body, in which all but the last expression run only for their effects. */
export function bodyOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'let':
    case 'lambda':
    case 'binding':
      return expression.body;
    case 'application':
      return calledName(expression) === 'with-capability' ? expression.args.slice(1) : [];
    default:
      return [];
  }
}

/** Checks whether a name occurs, qualified or not, as a value or as the called function. */
export function mentions(expressions: readonly Expression[], name: string): boolean {
  return mentionsAny(expressions, new Set([name]));
}

export function mentionsAny(
  expressions: readonly Expression[],
  names: ReadonlySet<string>,
): boolean {
  let isMentioned = false;
  walkExpressions(expressions, (each) => {
    if (each.kind !== 'variable') return;
    const { name: seen } = each;
    if (seen.kind !== 'qualified' && names.has(seen.name)) isMentioned = true;
  });
  return isMentioned;
}

export type Body = {
  readonly parameters: readonly Argument[];
  readonly expressions: readonly Expression[];
};

export function bodiesOfForm(form: TopLevel): readonly Body[] {
  switch (form.kind) {
    case 'module':
    case 'interface':
      return form.definitions.flatMap(bodiesOfDefinition);
    case 'term':
      return [{ parameters: [], expressions: [form.expression] }];
    case 'use':
      return [];
    default:
      return bodiesOfDefinition(form);
  }
}

type Definition = Extract<TopLevel, { definitions: unknown }>['definitions'][number];

export function bodiesOfDefinition(definition: Definition): readonly Body[] {
  switch (definition.kind) {
    case 'defun':
    case 'defcap':
      return [{ parameters: definition.parameters, expressions: definition.body }];
    case 'defpact':
      return definition.steps.map((step) => ({
        parameters: definition.parameters,
        expressions: step.kind === 'step' ? [step.expression] : [step.expression, step.rollback],
      }));
    case 'defconst':
      return [{ parameters: [], expressions: [definition.value] }];
    default:
      return [];
  }
}

/** `undefined` if there is no finding. */
type MessageOf = (expression: Expression) => string | undefined;

export function messagesIn(
  bodies: readonly Pick<Body, 'expressions'>[],
  messageOf: MessageOf,
): readonly Found[] {
  const found: Found[] = [];
  for (const { expressions } of bodies) {
    walkExpressions(expressions, (expression) => {
      const message = messageOf(expression);
      if (message !== undefined) found.push({ span: expression.span, message });
    });
  }
  return found;
}

/** Returns the words of a span, except those of another span inside it. */
export function wordsOutside({ text }: Source, whole: Span, without: Span): ReadonlySet<string> {
  const parts = [text.slice(whole.start, without.start), text.slice(without.end, whole.end)];
  return new Set(parts.flatMap((part) => tokenImages(new Source('part', part))));
}

export const builtinNames: ReadonlySet<string> = new Set([
  ...coreBuiltins.map(({ name }) => name),
  ...specialForms.map(({ name }) => name),
]);

/** Removed builtins, with the release that removed them. */
export const endedBuiltins: ReadonlyMap<string, string> = new Map(
  legacyBuiltins.flatMap(({ name, until }) => (until === undefined ? [] : [[name, until]])),
);
