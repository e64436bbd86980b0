// Follows a parameter through its definition and the functions that it is passed to, and finds whether it changes
// rows and whether it is ever compared with anything.

import { walkExpressions, type Definition, type Expression } from '../../lang/session/analyse.ts';
import { nameOf, type Authority } from './authority.ts';
import { builtinNames } from './builtins.ts';
import { bodiesOfDefinition } from './bodies.ts';
import { argumentsOf, calledName, mentions, mentionsAny } from './expressions.ts';

const comparisons = new Set(['=', '!=', '<', '<=', '>', '>=']);
/** Builtins that take functions: the arguments of a comparison are not visible in their calls. */
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

const changes = new Set(['update', 'write']);

type Call = Extract<Expression, { kind: 'application' }>;

export class AmountChecks {
  private readonly authority: Authority;
  private readonly visited = new Set<string>();

  constructor(authority: Authority) {
    this.authority = authority;
  }

  /** Checks whether the parameter is written to rows, directly or in a called function that is `pursued`. */
  changesRows(
    definition: Definition,
    parameter: number,
    pursued: (callee: Definition, parameter: number) => boolean,
  ): boolean {
    const visited = new Set<string>();
    const reaches = (within: Definition, at: number): boolean => {
      const key = `${nameOf(within)} ${at}`;
      if (visited.has(key)) return false;
      visited.add(key);
      return bodiesOfDefinition(within).some(({ parameters, expressions }) => {
        const name = parameters[at]?.name;
        if (name === undefined) return false;
        const names = madeFrom(name, expressions);
        return callsIn(expressions).some((call) => {
          const handed = argumentsOf(call).flatMap((argument, i) =>
            mentionsAny([argument], names) ? [i] : [],
          );
          if (handed.length === 0) return false;
          if (changes.has(calledName(call) ?? '')) return true;
          const callee = this.calleeOf(call);
          if (callee === undefined) return false;
          return handed.some((i) => pursued(callee, i) && reaches(callee, i));
        });
      });
    };
    return reaches(definition, parameter);
  }

  /** Checks whether the parameter is compared. Uses that cannot be followed count as checks. */
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
    return callsIn(expressions).some((call) => this.checksCall(call, name));
  }

  private calleeOf({ head }: Call): Definition | undefined {
    const local = this.authority.localName(head);
    return local === undefined ? undefined : this.authority.definition(local);
  }

  private checksCall(expression: Call, name: string): boolean {
    const args = argumentsOf(expression);
    const handed = args.flatMap((argument, i) => (mentions([argument], name) ? [i] : []));
    if (handed.length === 0) return false;
    const builtin = calledName(expression) ?? '';
    if (comparisons.has(builtin) || higherOrder.has(builtin)) return true;
    const local = this.authority.localName(expression.head);
    if (local === undefined) return !builtinNames.has(builtin);
    const definition = this.authority.definition(local);
    return definition === undefined || handed.some((i) => this.isChecked(definition, i));
  }
}

function callsIn(expressions: readonly Expression[]): readonly Call[] {
  const calls: Call[] = [];
  walkExpressions(expressions, (each) => {
    if (each.kind === 'application') calls.push(each);
  });
  return calls;
}

/** Returns the name and the names of variables computed from it. */
function madeFrom(name: string, expressions: readonly Expression[]): ReadonlySet<string> {
  const names = new Set([name]);
  walkExpressions(expressions, (each) => {
    if (each.kind !== 'let') return;
    for (const { argument, value } of each.binders) {
      if (mentionsAny([value], names)) names.add(argument.name);
    }
  });
  return names;
}
