// The variables that a call sees at this moment, by name, and their values on one line. The machine stores only values,
// innermost first; the names are in the terms.

import { type MachineValue, isClosure } from '../../lang/session/extend.ts';
import type { Activation } from './active-terms.ts';
import { type Arg, type Term, partsOfTerm } from '../../lang/session/analyse.ts';
import { codePoints } from '../../base/text.ts';
import { prettyMachineValue, prettyValueText } from '../../lang/session/run.ts';

export type NamedValue = {
  readonly name: string;
  readonly value: MachineValue;
  readonly isArgument: boolean;
};

/** Arguments first, then variables in the order in which they were bound; the last one of each name counts. */
export function variablesOf(
  { at, frame, lambda }: Activation,
  names: VariableNames,
): readonly NamedValue[] {
  if (at === undefined) return [];
  const found: { readonly name: string; readonly value: MachineValue }[] = [];
  let name = names.of(at.term);
  for (let { local } = at; local !== undefined && name !== undefined; local = local.next) {
    found.push({ name: name.name, value: local.value });
    name = name.next;
  }
  found.reverse();
  const first = lambda?.outerCount ?? 0;
  const end = first + (lambda?.params.length ?? frame?.args.length ?? 0);
  return found.flatMap(({ name: written, value }, i) => {
    // Some are made by the resolver, and shadowed ones cannot be named.
    const isSeen =
      isWrittenName(written) && !found.slice(i + 1).some((each) => each.name === written);
    return isSeen ? [{ name: written, value, isArgument: first <= i && i < end }] : [];
  });
}

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

/** Distinguishes names that a program can write from those that the resolver makes. */
export function isWrittenName(name: string): boolean {
  return !/^#|[:\s()]/.test(name);
}

const usualLength = 60;

/** The prefix of the call that a token prints. */
const capToken = 'CapToken';

/** Returns a value on one line of limited length, for trees and lists of variables. The cost is limited as well. */
export function shortValue(value: MachineValue, length = usualLength): string {
  if (isClosure(value)) return prettyMachineValue(value);
  const text = prettyValueText(value, { limit: length + capToken.length + 1 });
  const isToken = typeof value === 'object' && value.kind === 'captoken';
  return shortText(isToken ? text.slice(capToken.length) : text, length);
}

/** Returns a text on one line; if it is too long, dots replace its end. */
export function shortText(text: string, length = usualLength): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  if (line.length <= length) return line;
  const points = codePoints(line);
  return points.length <= length ? line : `${points.slice(0, length - 1).join('')}…`;
}
