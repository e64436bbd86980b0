// The notation for types in the definitions of builtins:
//
//   Add a => a -> a -> a               a class of a variable
//   () -> string                       a builtin without parameters
//   (a -> b) -> [a] -> [b]             functions and lists
//   r2 <= r1 => table{r1} -> string -> object{r2} -> string
//                                      rows: r2 has some of the fields of r1
//   object{x: integer, y: [a]}         a row written out
//   object{r} -> module{m}             variables of rows and of interfaces
//   {$f: t} <= r => $f -> object{r} -> t
//                                      $f is a literal string in the program, the name of a field
//   {$fs} <= r => table{r} -> [$fs] -> object{$fs}
//                                      $fs is a list of such strings; each field gets a variable
//   'g1 -> object{x: integer}          exactly this string
//   ? string -> object{r} -> *         the type if such strings are computed: fields are not
//                                      checked then
//
// Further constraints are joined with commas: `Eq a, r1 + r2 = r3 => ...`.

import { assert } from '../../base/assert.ts';
import { isPrimitiveName } from './annotation.ts';
import { classNames, type ClassName, type Constraint, type RowSum, type Scheme } from './scheme.ts';
import {
  captoken,
  dynamic,
  functionOf,
  listOf,
  nullary,
  objectOf,
  primitives,
  referenceVariable,
  rowOf,
  rowVariable,
  string,
  tableOf,
  typeVariable,
  type AnyVariable,
  type Reference,
  type Row,
  type Type,
} from './type.ts';

/** The requirement of a parameter on the source of its argument. */
export type Literal =
  | { readonly kind: 'field' }
  | { readonly kind: 'fields' }
  | { readonly kind: 'exactly'; readonly text: string };

export type WrittenScheme = {
  readonly scheme: Scheme;
  /** By the index of the parameter. */
  readonly literals: ReadonlyMap<number, Literal>;
  readonly parameters: readonly Type[];
};

/** `fields`: the strings given for `$f` or `$fs`. */
export function readScheme(text: string, fields: readonly string[] = []): WrittenScheme {
  return new SchemeReader(text, fields).read();
}

const tokenPattern = /\s*(=>|->|<=|[(){}[\],:+=*?]|'[\w-]+|\$fs?|[\w-]+)/y;

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    const match = tokenPattern.exec(text);
    assert(match !== null, `the type of a builtin can be read: ${text}`);
    tokens.push(match[1] ?? '');
  }
  return tokens;
}

class SchemeReader {
  private readonly tokens: readonly string[];
  private readonly text: string;
  private readonly fields: readonly string[];
  private at = 0;
  private readonly types = new Map<string, Type>();
  private readonly rows = new Map<string, Row>();
  private readonly references = new Map<string, Reference>();
  private readonly variables: AnyVariable[] = [];
  private readonly literals = new Map<number, Literal>();
  private listed: Row | undefined;

  constructor(text: string, fields: readonly string[]) {
    this.text = text;
    this.tokens = tokensOf(text);
    this.fields = fields;
  }

  read(): WrittenScheme {
    this.takes('?');
    const constraints: Constraint[] = [];
    if (this.tokens.includes('=>')) {
      do constraints.push(this.constraint());
      while (this.takes(','));
      this.expect('=>');
    }
    const parameters: Type[] = [];
    let last = this.parameter(0);
    const isNullary = last === undefined;
    while (this.takes('->')) {
      if (last !== undefined) parameters.push(last);
      last = this.parameter(parameters.length);
    }
    assert(this.at === this.tokens.length && last !== undefined, `a whole type: ${this.text}`);
    const type = isNullary ? nullary(last) : functionOf(parameters, last);
    const scheme = { variables: this.variables, constraints, type };
    return { scheme, literals: this.literals, parameters };
  }

  private constraint(): Constraint {
    const name = this.peek();
    if (isClassName(name)) {
      this.at++;
      return { kind: 'class', name, type: this.type() };
    }
    const left = this.sum();
    if (this.takes('<=')) return { kind: 'part', part: left, whole: this.sum() };
    this.expect('=');
    return { kind: 'equal', left, right: this.sum() };
  }

  private sum(): RowSum {
    const rows = [this.rowOrVariable()];
    while (this.takes('+')) rows.push(this.rowOrVariable());
    return rows;
  }

  private rowOrVariable(): Row {
    return this.peek() === '{' ? this.row() : this.rowNamed(this.next());
  }

  /** `()` is none. */
  private parameter(index: number): Type | undefined {
    const token = this.peek();
    if (token === '$f') {
      this.at++;
      this.literals.set(index, { kind: 'field' });
      return string;
    }
    if (token.startsWith("'")) {
      this.at++;
      this.literals.set(index, { kind: 'exactly', text: token.slice(1) });
      return string;
    }
    if (token === '[' && this.tokens[this.at + 1] === '$fs') {
      this.at += 3;
      this.literals.set(index, { kind: 'fields' });
      return listOf(string);
    }
    if (token === '(' && this.tokens[this.at + 1] === ')') {
      this.at += 2;
      return undefined;
    }
    return this.type();
  }

  private type(): Type {
    const token = this.next();
    if (token === '[') {
      const element = this.type();
      this.expect(']');
      return listOf(element);
    }
    if (token === '(') return this.functionType();
    if (token === 'object') return objectOf(this.peek() === '{' ? this.row() : dynamic);
    if (token === 'table') return tableOf(this.row());
    if (token === 'module') return { kind: 'module', reference: this.reference() };
    if (token === 'captoken') return captoken;
    if (token === '*') return dynamic;
    if (isPrimitiveName(token)) return primitives[token];
    return this.variable(this.types, token, typeVariable);
  }

  private functionType(): Type {
    const parts: Type[] = [];
    const isNullary = this.takes(')');
    if (isNullary) this.expect('->');
    do parts.push(this.type());
    while (this.takes('->'));
    if (!isNullary) this.expect(')');
    const result = parts.pop();
    assert(result !== undefined, 'a function has a result');
    return isNullary ? nullary(result) : functionOf(parts, result);
  }

  private row(): Row {
    this.expect('{');
    const row = this.rowInside();
    this.expect('}');
    return row;
  }

  private rowInside(): Row {
    if (this.takes('$fs')) return this.listedRow();
    if (this.tokens[this.at + 1] === '}') return this.rowNamed(this.next());
    const fields = new Map<string, Type>();
    do {
      const name = this.next();
      this.expect(':');
      fields.set(name === '$f' ? (this.fields[0] ?? '') : name, this.type());
    } while (this.takes(','));
    return rowOf(fields);
  }

  private listedRow(): Row {
    this.listed ??= rowOf(
      new Map(this.fields.map((name) => [name, this.keep(typeVariable())] as const)),
    );
    return this.listed;
  }

  private rowNamed(name: string): Row {
    return this.variable(this.rows, name, rowVariable);
  }

  private reference(): Reference {
    this.expect('{');
    const reference = this.variable(this.references, this.next(), referenceVariable);
    this.expect('}');
    return reference;
  }

  private variable<Target>(
    known: Map<string, Target>,
    name: string,
    make: () => Target & AnyVariable,
  ): Target {
    assert(/^[a-z]\d?$/.test(name), `a variable of a type is a letter: ${name} in ${this.text}`);
    const found = known.get(name);
    if (found !== undefined) return found;
    const variable = this.keep(make());
    known.set(name, variable);
    return variable;
  }

  private keep<Kept extends AnyVariable>(variable: Kept): Kept {
    this.variables.push(variable);
    return variable;
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }

  private next(): string {
    return this.tokens[this.at++] ?? '';
  }

  private takes(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at++;
    return true;
  }

  private expect(token: string): void {
    assert(this.takes(token), `${token} was expected in the type ${this.text}`);
  }
}

const isClassName = (name: string): name is ClassName =>
  (classNames as readonly string[]).includes(name);
