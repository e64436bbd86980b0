// Visits everything written in a form: definitions, arguments and variables, expressions.

import {
  walkExpressions,
  type Argument,
  type Expression,
  type TopLevel,
} from '../../../lang/session/analyse.ts';
import type { WrittenDefinition } from '../../../script/pages/written-definition.ts';
import { parametersOf, specOf } from './define-symbols.ts';

export type WrittenVisitor = {
  /** A parameter, variable or field, with its value in a `let`. */
  readonly argument?: (argument: Argument, value: Expression | undefined) => void;
  /** Outer ones first. */
  readonly expression?: (expression: Expression) => void;
  readonly definition?: (definition: WrittenDefinition) => void;
};

export function walkWritten(form: TopLevel, visitor: WrittenVisitor): void {
  switch (form.kind) {
    case 'module':
    case 'interface':
      for (const each of form.definitions) walkDefinition(each, visitor);
      return;
    case 'defun':
    case 'defconst':
      return walkDefinition(form, visitor);
    case 'term':
      return walkBodies([form.expression], visitor);
    case 'use':
  }
}

function walkDefinition(definition: WrittenDefinition, visitor: WrittenVisitor): void {
  visitor.definition?.(definition);
  const spec = specOf(definition);
  if (spec !== undefined) visitor.argument?.(spec, undefined);
  for (const each of parametersOf(definition)) visitor.argument?.(each, undefined);
  if (definition.kind === 'defschema') {
    for (const each of definition.fields) visitor.argument?.(each, undefined);
  }
  walkBodies(expressionsOf(definition), visitor);
}

/** Returns the expressions of a definition. */
export function expressionsOf(definition: WrittenDefinition): readonly Expression[] {
  switch (definition.kind) {
    case 'defun':
    case 'defcap':
      return definition.body;
    case 'defconst':
      return [definition.value];
    case 'defpact':
      return definition.steps.flatMap((step) => [
        ...(step.entity === undefined ? [] : [step.entity]),
        step.expression,
        ...(step.kind === 'step-with-rollback' ? [step.rollback] : []),
      ]);
    default:
      return [];
  }
}

function walkBodies(expressions: readonly Expression[], visitor: WrittenVisitor): void {
  walkExpressions(expressions, (each) => {
    visitor.expression?.(each);
    if (visitor.argument === undefined) return;
    if (each.kind === 'lambda') for (const one of each.parameters) visitor.argument(one, undefined);
    if (each.kind === 'let') {
      for (const { argument, value } of each.binders) visitor.argument(argument, value);
    }
    if (each.kind === 'binding') {
      for (const { argument } of each.pairs) visitor.argument(argument, undefined);
    }
  });
}
