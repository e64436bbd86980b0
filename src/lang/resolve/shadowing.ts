// Finds definitions and variables with the name of a builtin. Builtins take precedence over all other names, so such a
// name could not be used. Variables of binding forms and fields of schemas are not checked.
// Source: pact/Pact/Core/NativeShadowing.hs; section 4.8.

import type { Span } from '../../base/span.ts';
import { kindText } from '../diagnostics/entry.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import type {
  Argument,
  Definition,
  Expression,
  InterfaceDefinition,
  TopLevel,
} from '../syntax/ast.ts';
import type { BuiltinTable } from './environment.ts';

export type Shadow = {
  readonly name: string;
  /** `in the definition name of defun m.f` */
  readonly place: string;
  readonly span: Span;
};

/** In the order in which the reference reports them: inner variables before outer ones. */
export function findShadows(
  program: readonly TopLevel[],
  builtins: Pick<BuiltinTable, 'lookup'>,
): readonly Shadow[] {
  const shadows: Shadow[] = [];
  const finder: Finder = {
    check(name, place, span) {
      if (builtins.lookup(name) !== undefined) shadows.push({ name, place, span });
    },
  };
  for (const form of program) checkTopLevel(finder, form);
  return shadows;
}

/** `Variable x shadows builtin of the same name in ...` */
export function shadowText({ name, place }: Shadow): string {
  return `Variable ${name} shadows native of the same name ${place}`;
}

/** The error that ends the loading of a source with shadows, after all of them are printed. */
export function shadowError({ name, span }: Shadow): EvalError {
  return evalError('InvalidNativeShadowing', { name }, span);
}

const replName = '#repl';

type Finder = {
  readonly check: (name: string, place: string, span: Span) => void;
};

function checkTopLevel(finder: Finder, form: TopLevel): void {
  switch (form.kind) {
    case 'module': {
      const name = form.name.text;
      finder.check(name, `in module name ${name}`, form.span);
      for (const def of form.definitions) checkDefinition(finder, def, name);
      return;
    }
    case 'interface': {
      const name = form.name.text;
      finder.check(name, `in interface name ${name}`, form.span);
      for (const def of form.definitions) checkInterfaceDefinition(finder, def, name);
      return;
    }
    case 'term':
      return checkExpression(finder, form.expression, 'in top level expression');
    case 'defun':
    case 'defconst':
      return checkDefinition(finder, form, replName);
    case 'use':
      return;
  }
}

function checkDefinition(finder: Finder, def: Definition, module: string): void {
  switch (def.kind) {
    case 'defschema':
    case 'deftable': {
      const name = def.name.text;
      return finder.check(name, nameOf(def.kind, module, name), def.span);
    }
    case 'defconst':
      checkSignature(finder, 'defconst', def.spec, [], module);
      return checkExpression(finder, def.value, bodyOf('defconst', module, def.spec));
    case 'defun':
    case 'defcap':
      checkSignature(finder, def.kind, def.spec, def.parameters, module);
      return checkExpressions(finder, def.body, bodyOf(def.kind, module, def.spec));
    case 'defpact': {
      checkSignature(finder, 'defpact', def.spec, def.parameters, module);
      const place = bodyOf('defpact', module, def.spec);
      for (const step of def.steps) {
        if (step.entity !== undefined) checkExpression(finder, step.entity, place);
        checkExpression(finder, step.expression, place);
        if (step.kind === 'step-with-rollback') checkExpression(finder, step.rollback, place);
      }
    }
  }
}

function checkInterfaceDefinition(finder: Finder, def: InterfaceDefinition, module: string): void {
  switch (def.kind) {
    case 'defconst':
      return checkDefinition(finder, def, module);
    case 'defschema':
      // The reference has no name for the schema of an interface but that of the REPL.
      return checkDefinition(finder, def, replName);
    case 'interface-defun':
      return checkSignature(finder, 'defun', def.spec, def.parameters, module);
    case 'interface-defcap':
      return checkSignature(finder, 'defcap', def.spec, def.parameters, module);
    case 'interface-defpact':
      return checkSignature(finder, 'defpact', def.spec, def.parameters, module);
  }
}

function checkSignature(
  finder: Finder,
  kind: Definition['kind'],
  spec: Argument,
  parameters: readonly Argument[],
  module: string,
): void {
  finder.check(spec.name, nameOf(kind, module, spec.name), spec.span);
  parameters.forEach(({ name, span }, position) => {
    const definition = `${kindText(kind)} ${module}.${spec.name}`;
    finder.check(name, `in definition ${definition} at argument position ${position}`, span);
  });
}

const nameOf = (kind: Definition['kind'], module: string, name: string): string =>
  `in the definition name of ${kindText(kind)} ${module}.${name}`;

const bodyOf = (kind: Definition['kind'], module: string, { name }: Argument): string =>
  `in the body of definition ${kindText(kind)} ${module}.${name}`;

function checkExpressions(finder: Finder, expressions: readonly Expression[], place: string): void {
  for (const expression of expressions) checkExpression(finder, expression, place);
}

/** Variables of a let or lambda come after those inside it. */
function checkExpression(finder: Finder, expression: Expression, place: string): void {
  switch (expression.kind) {
    case 'let':
      for (const { value } of expression.binders) checkExpression(finder, value, place);
      checkExpressions(finder, expression.body, place);
      for (const { argument } of expression.binders) {
        finder.check(argument.name, place, argument.span);
      }
      return;
    case 'lambda':
      checkExpressions(finder, expression.body, place);
      for (const { name, span } of expression.parameters) finder.check(name, place, span);
      return;
    case 'application':
      checkExpression(finder, expression.head, place);
      return checkExpressions(finder, expression.args, place);
    case 'list':
      return checkExpressions(finder, expression.items, place);
    case 'object':
      for (const { value } of expression.fields) checkExpression(finder, value, place);
      return;
    case 'binding':
      return checkExpressions(finder, expression.body, place);
    case 'variable':
    case 'constant':
      return;
  }
}
