// The undecided variables in types, each once, in the order in which they occur in their texts: fields by name.

import { compareText } from '../../base/text.ts';
import type { Constraint } from './scheme.ts';
import { resolved, type AnyVariable, type Reference, type Row, type Type } from './type.ts';

export class VariablesIn {
  readonly found = new Set<AnyVariable>();
  private readonly seen = new Set<Type | Row>();

  /** With an explicit stack, and each part once: types can be deep, and share parts. */
  add(part: Type | Row): void {
    const pending = [part];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const found = resolved<Type | Row>(next);
      if (found.kind === 'variable') this.found.add(found as AnyVariable);
      else if (found.kind !== 'primitive' && !this.seen.has(found)) {
        this.seen.add(found);
        pending.push(...this.partsOf(found).reverse());
      }
    }
  }

  addConstraint(constraint: Constraint): void {
    if (constraint.kind === 'class') this.add(constraint.type);
    else for (const row of rowsOf(constraint)) this.add(row);
  }

  /** Returns whether a constraint contains one of the variables found. */
  meets(constraint: Constraint): boolean {
    const others = new VariablesIn();
    others.addConstraint(constraint);
    return [...others.found].some((variable) => this.found.has(variable));
  }

  /** In the order of the text. */
  private partsOf(type: Type | Row): (Type | Row)[] {
    switch (type.kind) {
      case 'function':
        return [type.parameter, type.result];
      case 'nullary':
        return [type.result];
      case 'list':
        return [type.element];
      case 'object':
      case 'table':
        return [type.row];
      case 'fields': {
        const fields = [...type.fields].sort(([left], [right]) => compareText(left, right));
        return fields.map(([, each]) => each);
      }
      case 'module': {
        const reference = resolved<Reference>(type.reference);
        if (reference.kind === 'variable') this.found.add(reference);
        return [];
      }
      default:
        return [];
    }
  }
}

function rowsOf(constraint: Exclude<Constraint, { kind: 'class' }>): readonly Row[] {
  return constraint.kind === 'part'
    ? [...constraint.part, ...constraint.whole]
    : [...constraint.left, ...constraint.right];
}
