// Which names the variables have that a term sees. The machine keeps only their values, innermost first.

import { partsOfTerm, type Arg, type Term } from '../lang/session/analyse.ts';

/** Innermost first, as `Local` has the values. */
export type Names = { readonly name: string; readonly next: Names | undefined };

export class VariableNames {
  private readonly names = new WeakMap<Term, Names>();

  /** Of a body that sees only its parameters. */
  addBody(body: Term, params: readonly Arg[]): void {
    this.add(body, bound(params, undefined));
  }

  of(term: Term): Names | undefined {
    return this.names.get(term);
  }

  private add(term: Term, names: Names | undefined): void {
    let rest = term;
    let seen = names;
    for (;;) {
      if (seen !== undefined) this.names.set(rest, seen);
      // Lets and sequences are long chains.
      if (rest.kind === 'let') {
        this.add(rest.value, seen);
        seen = bound([rest.arg], seen);
        rest = rest.body;
      } else if (rest.kind === 'sequence') {
        this.add(rest.first, seen);
        rest = rest.second;
      } else if (rest.kind === 'lambda') {
        seen = bound(rest.params, seen);
        rest = rest.body;
      } else {
        for (const part of partsOfTerm(rest)) this.add(part, seen);
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
