// The names of the variables that a term sees. The machine stores only their values, innermost first.

import { partsOfTerm, type Arg, type Term } from '../../lang/session/analyse.ts';
import { isWrittenName } from './written-name.ts';

/** Innermost first, in the order of the values in `Local`. */
export type Names = { readonly name: string; readonly next: Names | undefined };

/** A `lambda` of the program, with the number of variables that it captures. */
export type Lambda = { readonly params: readonly Arg[]; readonly outerCount: number };

export class VariableNames {
  private readonly names = new WeakMap<Term, Names>();
  private readonly lambdas = new WeakMap<Term, Lambda>();

  /** For a body that sees only its parameters. */
  addBody(body: Term, params: readonly Arg[]): void {
    this.add(body, bound(params, undefined), undefined);
  }

  of(term: Term): Names | undefined {
    return this.names.get(term);
  }

  /** The innermost lambda that contains the term. */
  lambdaAround(term: Term): Lambda | undefined {
    return this.lambdas.get(term);
  }

  private add(term: Term, names: Names | undefined, around: Lambda | undefined): void {
    let rest = term;
    let seen = names;
    let lambda = around;
    for (;;) {
      if (seen !== undefined) this.names.set(rest, seen);
      if (lambda !== undefined) this.lambdas.set(rest, lambda);
      // Lets and sequences are long chains.
      if (rest.kind === 'let') {
        this.add(rest.value, seen, lambda);
        seen = bound([rest.arg], seen);
        rest = rest.body;
      } else if (rest.kind === 'sequence') {
        this.add(rest.first, seen, lambda);
        rest = rest.second;
      } else if (rest.kind === 'lambda') {
        const { params } = rest;
        if (isWritten(params)) lambda = { params, outerCount: countOf(seen) };
        seen = bound(params, seen);
        rest = rest.body;
      } else {
        for (const part of partsOfTerm(rest)) this.add(part, seen, lambda);
        return;
      }
    }
  }
}

function bound(params: readonly Arg[], outer: Names | undefined): Names | undefined {
  let names = outer;
  for (const { name } of params) names = { name, next: names };
  return names;
}

/** Forms such as `with-read` make functions with generated parameters, whose names no program can write. */
function isWritten(params: readonly Arg[]): boolean {
  return params.every(({ name }) => isWrittenName(name));
}

function countOf(names: Names | undefined): number {
  let count = 0;
  for (let each = names; each !== undefined; each = each.next) count++;
  return count;
}
