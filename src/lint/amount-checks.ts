// Whether a parameter is ever compared with anything: in its definition, or in what it is handed to.

import { walkExpressions, type Definition, type Expression } from '../lang/session/index.ts';
import { nameOf, type Authority } from './authority.ts';
import { nativeNames } from './natives.ts';
import { bodiesOfDefinition } from './bodies.ts';
import { argumentsOf, calledName, mentions } from './expressions.ts';

const comparisons = new Set(['=', '!=', '<', '<=', '>', '>=']);
/** Natives that are called by what they are given, so that it cannot be seen here what is compared. */
const higherOrder = new Set([
  'map',
  'filter',
  'fold',
  'compose',
  'zip',
  'where',
  'and?',
  'or?',
  'not?',
]);

export class AmountChecks {
  private readonly authority: Authority;
  private readonly visited = new Set<string>();

  constructor(authority: Authority) {
    this.authority = authority;
  }

  isUsed(definition: Definition, name: string): boolean {
    return bodiesOfDefinition(definition).some(({ expressions }) => mentions(expressions, name));
  }

  /** What cannot be seen counts as checked. */
  isChecked(definition: Definition, parameter: number): boolean {
    const key = `${nameOf(definition)} ${parameter}`;
    if (this.visited.has(key)) return false;
    this.visited.add(key);
    return bodiesOfDefinition(definition).some(({ parameters, expressions }) => {
      const name = parameters[parameter]?.name;
      return name === undefined || this.checksIn(expressions, name);
    });
  }

  private checksIn(expressions: readonly Expression[], name: string): boolean {
    let isChecked = false;
    walkExpressions(expressions, (expression) => {
      isChecked ||= expression.kind === 'application' && this.checksCall(expression, name);
    });
    return isChecked;
  }

  private checksCall(
    expression: Extract<Expression, { kind: 'application' }>,
    name: string,
  ): boolean {
    const args = argumentsOf(expression);
    const handed = args.flatMap((argument, i) => (mentions([argument], name) ? [i] : []));
    if (handed.length === 0) return false;
    const native = calledName(expression) ?? '';
    if (comparisons.has(native) || higherOrder.has(native)) return true;
    const local = this.authority.localName(expression.head);
    if (local === undefined) return !nativeNames.has(native);
    const definition = this.authority.definition(local);
    return definition === undefined || handed.some((i) => this.isChecked(definition, i));
  }
}
