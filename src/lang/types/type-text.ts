// Prints types. Schemes have the layout of the reference: `(-> integer string)`, `object{a:integer b:'c}`, with letters for
// variables in the order of one text. Errors show functions as documentation writes them, `(integer) -> string`, and `_`
// for unknown types, because such letters do not occur in the program.
// Source: the Pretty instances of pact-repl/Pact/Core/Typed/Type.hs.

import { compareText } from '../../base/text.ts';
import type { Constraint, RowSum, Scheme } from './scheme.ts';
import { resolved, type AnyVariable, type Reference, type Row, type Type } from './type.ts';

/** Longer output is cut: a type can be larger than the program. */
const longestText = 2_000;

export class TypeTexts {
  private readonly names: Map<AnyVariable, string> | undefined;
  private budget = longestText;

  constructor(variables: 'letters' | 'blanks') {
    this.names = variables === 'letters' ? new Map<AnyVariable, string>() : undefined;
  }

  /** Gives variables their letters in this order; otherwise they get them as they occur in texts. */
  nameInOrder(variables: Iterable<AnyVariable>): void {
    for (const each of variables) this.name(each);
  }

  type(type: Type): string {
    this.budget = longestText;
    return this.typeText(type);
  }

  row(row: Row): string {
    this.budget = longestText;
    return this.rowText(row);
  }

  scheme({ variables, constraints, type }: Scheme): string {
    if (variables.length === 0) return this.type(type);
    const names = variables.map((each) => `${this.name(each)} : ${sortTexts[each.sort]}`);
    const demands = constraints.map((each) => this.constraint(each));
    const context = demands.length === 0 ? '' : ` (${demands.join(', ')}) =>`;
    return `forall (${names.join(', ')}).${context} ${this.type(type)}`;
  }

  constraint(constraint: Constraint): string {
    switch (constraint.kind) {
      case 'class':
        return `${constraint.name}{${this.type(constraint.type)}}`;
      case 'part':
        return `${this.sum(constraint.part)} ≼ ${this.sum(constraint.whole)}`;
      case 'equal':
        return `${this.sum(constraint.left)} ~ ${this.sum(constraint.right)}`;
    }
  }

  private sum(rows: RowSum): string {
    const texts = rows.map((row) => this.row(row));
    return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(' ⊙ ')})`;
  }

  private typeText(written: Type): string {
    const type = resolved<Type>(written);
    if (this.budget-- < 0) return '...';
    switch (type.kind) {
      case 'primitive':
        return type.name;
      case 'function':
        return this.names === undefined
          ? this.signature(type)
          : `(-> ${this.typeText(type.parameter)} ${this.typeText(type.result)})`;
      case 'nullary': {
        const result = this.typeText(type.result);
        return this.names === undefined ? `() -> ${result}` : `(=> ${result})`;
      }
      case 'list':
        return `[${this.typeText(type.element)}]`;
      case 'object':
        return `object{${this.rowText(type.row)}}`;
      case 'table':
        return `table{${this.rowText(type.row)}}`;
      case 'module':
        return `module{${this.referenceText(type.reference)}}`;
      case 'captoken':
        return 'cap-token';
      case 'dynamic':
        return '*';
      case 'variable':
        return this.mark(type);
    }
  }

  /** As signatures are written in documentation: `(integer string) -> bool`. */
  private signature(type: Extract<Type, { kind: 'function' }>): string {
    const parameters: string[] = [];
    let result: Type = type;
    while (result.kind === 'function' && this.budget > 0) {
      parameters.push(this.typeText(result.parameter));
      result = resolved<Type>(result.result);
    }
    return `(${parameters.join(' ')}) -> ${this.typeText(result)}`;
  }

  private rowText(written: Row): string {
    const row = resolved<Row>(written);
    if (row.kind === 'variable') return this.mark(row);
    if (row.kind === 'dynamic') return '*';
    return [...row.fields]
      .sort(([left], [right]) => compareText(left, right))
      .map(([name, type]) => `${name}:${this.typeText(type)}`)
      .join(' ');
  }

  private referenceText(written: Reference): string {
    const reference = resolved<Reference>(written);
    if (reference.kind === 'variable') return this.name(reference);
    return reference.names.map((name) => name.text).join(', ');
  }

  private mark(variable: AnyVariable): string {
    return this.names === undefined ? blank : `'${this.name(variable)}`;
  }

  private name(variable: AnyVariable): string {
    if (this.names === undefined) return blank;
    let name = this.names.get(variable);
    if (name === undefined) {
      name = letters(this.names.size);
      this.names.set(variable, name);
    }
    return name;
  }
}

const blank = '_';

export const typeText = (type: Type): string => new TypeTexts('blanks').type(type);
export const schemeText = (scheme: Scheme): string => new TypeTexts('letters').scheme(scheme);

const sortTexts = { type: 'TYPE', row: 'ROW', module: 'REFERENCE' } as const;

/** `a`, ..., `z`, `a1`, ... */
function letters(index: number): string {
  const letter = String.fromCharCode(97 + (index % 26));
  return index < 26 ? letter : `${letter}${Math.floor(index / 26)}`;
}
