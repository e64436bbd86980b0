// The names that a body binds, which of them are used, and which hide one another.

import type { Span } from '../base/span.ts';
import type { Argument, Expression } from '../lang/session/index.ts';
import type { Body } from './bodies.ts';

export type Binding = {
  readonly name: string;
  readonly span: Span;
  readonly kind: 'parameter' | 'lambda' | 'let' | 'field';
  /** The name of the same function that it hides. */
  readonly hides: Binding | undefined;
  /** Whether the value that it is bound to is made from the hidden one: `(x (trim x))`. */
  readonly refines: boolean;
  uses: number;
};

type Scope = { readonly binding: Binding; readonly outer: Scope | undefined };

export function bindingsOf({ parameters, expressions }: Body): readonly Binding[] {
  const reader = new BindingReader();
  const scope = reader.bindAll(parameters, 'parameter', undefined);
  for (const expression of expressions) reader.read(expression, scope);
  return reader.bindings;
}

class BindingReader {
  readonly bindings: Binding[] = [];

  bindAll(
    names: readonly Argument[],
    kind: Binding['kind'],
    scope: Scope | undefined,
  ): Scope | undefined {
    return names.reduce((inner, name) => this.bind(name, kind, inner, false), scope);
  }

  read(expression: Expression, scope: Scope | undefined): void {
    switch (expression.kind) {
      case 'variable': {
        const { name } = expression;
        if (name.kind !== 'qualified') use(name.name, scope);
        return;
      }
      case 'let': {
        let inner = scope;
        for (const { argument, value } of expression.binders) {
          const before = usesOf(argument.name, inner);
          this.read(value, inner);
          const refines = usesOf(argument.name, inner) > before;
          inner = this.bind(argument, 'let', inner, refines);
        }
        for (const each of expression.body) this.read(each, inner);
        return;
      }
      case 'lambda': {
        const inner = this.bindAll(expression.parameters, 'lambda', scope);
        for (const each of expression.body) this.read(each, inner);
        return;
      }
      case 'binding': {
        const names = expression.pairs.map(({ argument }) => argument);
        const inner = this.bindAll(names, 'field', scope);
        for (const each of expression.body) this.read(each, inner);
        return;
      }
      case 'application':
        this.read(expression.head, scope);
        for (const each of expression.args) this.read(each, scope);
        return;
      case 'list':
        for (const each of expression.items) this.read(each, scope);
        return;
      case 'object':
        for (const { value } of expression.fields) this.read(value, scope);
        return;
      case 'constant':
    }
  }

  private bind(
    { name, span }: Argument,
    kind: Binding['kind'],
    scope: Scope | undefined,
    refines: boolean,
  ): Scope {
    const binding: Binding = { name, span, kind, hides: find(name, scope), refines, uses: 0 };
    this.bindings.push(binding);
    return { binding, outer: scope };
  }
}

function find(name: string, scope: Scope | undefined): Binding | undefined {
  for (let at = scope; at !== undefined; at = at.outer) {
    if (at.binding.name === name) return at.binding;
  }
  return undefined;
}

function use(name: string, scope: Scope | undefined): void {
  const binding = find(name, scope);
  if (binding !== undefined) binding.uses++;
}

function usesOf(name: string, scope: Scope | undefined): number {
  return find(name, scope)?.uses ?? 0;
}
