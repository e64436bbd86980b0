// Finds all code with parameters and a body, and the forms outside modules.

import type { Argument, Expression, TopLevel } from '../../lang/session/analyse.ts';

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
