// Finds the names that a body binds, which of them are used, and which hide one another.

import type { Span } from '../../base/span.ts';
import type { Argument, Expression } from '../../lang/session/analyse.ts';
import type { Body } from './expressions.ts';

export type Binding = {
  readonly name: string;
  readonly span: Span;
  readonly kind: 'parameter' | 'lambda' | 'let' | 'field';
  /** The binding of the same function that it hides. */
  readonly hides: Binding | undefined;
  /** Whether its value is computed from the hidden one: `(x (trim x))`. */
  readonly refines: boolean;
  uses: number;
};

export function bindingsOf({ parameters, expressions }: Body): readonly Binding[] {
  const reader = new BindingReader();
  reader.bindAll(parameters, 'parameter');
  for (const expression of expressions) reader.read(expression);
  return reader.bindings;
}

class BindingReader {
  readonly bindings: Binding[] = [];
  /** The bindings visible at the current position, by name. */
  private readonly visible = new Map<string, Binding>();

  bindAll(names: readonly Argument[], kind: Binding['kind']): readonly Binding[] {
    return names.map((name) => this.bind(name, kind, false));
  }

  read(expression: Expression): void {
    switch (expression.kind) {
      case 'variable': {
        const { name } = expression;
        const binding = name.kind === 'qualified' ? undefined : this.visible.get(name.name);
        if (binding !== undefined) binding.uses++;
        return;
      }
      case 'let': {
        const bound = expression.binders.map(({ argument, value }) => {
          const before = this.usesOf(argument.name);
          this.read(value);
          return this.bind(argument, 'let', this.usesOf(argument.name) > before);
        });
        this.body(expression.body, bound);
        return;
      }
      case 'lambda':
        this.body(expression.body, this.bindAll(expression.parameters, 'lambda'));
        return;
      case 'binding': {
        const names = expression.pairs.map(({ argument }) => argument);
        this.body(expression.body, this.bindAll(names, 'field'));
        return;
      }
      case 'application':
        this.read(expression.head);
        for (const each of expression.args) this.read(each);
        return;
      case 'list':
        for (const each of expression.items) this.read(each);
        return;
      case 'object':
        for (const { value } of expression.fields) this.read(value);
        return;
      case 'constant':
    }
  }

  /** Visits a body, then removes its bindings, which makes the hidden ones visible again. */
  private body(expressions: readonly Expression[], bound: readonly Binding[]): void {
    for (const each of expressions) this.read(each);
    for (const { name, hides } of bound.toReversed()) {
      if (hides === undefined) this.visible.delete(name);
      else this.visible.set(name, hides);
    }
  }

  private bind({ name, span }: Argument, kind: Binding['kind'], refines: boolean): Binding {
    const hides = this.visible.get(name);
    const binding: Binding = { name, span, kind, hides, refines, uses: 0 };
    this.bindings.push(binding);
    this.visible.set(name, binding);
    return binding;
  }

  private usesOf(name: string): number {
    return this.visible.get(name)?.uses ?? 0;
  }
}
