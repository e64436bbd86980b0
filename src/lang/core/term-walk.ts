// Walking terms from the leaves up, with a stack of our own: terms may be nested deeper than the
// JavaScript stack allows.
// Source: the Plated instance of Term in pact/Pact/Core/IR/Term.hs, which fixes what is visited in
// which order.

import { assert } from '../../base/assert.ts';
import type { Name, Term } from './term.ts';

/** Every node after its parts, parts in written order. */
export function forEachTermUpwards(root: Term, visit: (term: Term) => void): void {
  const pending: { readonly term: Term; readonly parts: readonly Term[]; next: number }[] = [];
  const open = (term: Term): void => void pending.push({ term, parts: partsOf(term), next: 0 });
  open(root);
  for (let frame = pending.at(-1); frame !== undefined; frame = pending.at(-1)) {
    const part = frame.parts[frame.next++];
    if (part !== undefined) open(part);
    else {
      visit(frame.term);
      pending.pop();
    }
  }
}

/** The term with other names in its variables; parts that stay the same are shared. */
export function mapVariables(root: Term, rename: (name: Name) => Name): Term {
  const done: Term[] = [];
  forEachTermUpwards(root, (term) => {
    const parts = partsOf(term);
    const renamed = done.splice(done.length - parts.length);
    done.push(withParts(renameHere(term, rename), parts, renamed));
  });
  const [result] = done;
  assert(result !== undefined && done.length === 1, 'one term remains');
  return result;
}

function renameHere(term: Term, rename: (name: Name) => Name): Term {
  if (term.kind !== 'var') return term;
  const name = rename(term.name);
  return name === term.name ? term : { ...term, name };
}

const none: readonly Term[] = [];

function partsOf(term: Term): readonly Term[] {
  switch (term.kind) {
    case 'lambda':
    case 'nullary':
      return [term.body];
    case 'let':
      return [term.value, term.body];
    case 'app':
      return [term.fun, ...term.args];
    case 'sequence':
      return [term.first, term.second];
    case 'form':
      return term.terms;
    case 'list':
      return term.items;
    case 'object':
      return term.fields.map(([, value]) => value);
    default:
      return none;
  }
}

function withParts(term: Term, before: readonly Term[], after: readonly Term[]): Term {
  if (after.every((part, i) => part === before[i])) return term;
  const [first, second] = after as [Term, Term];
  switch (term.kind) {
    case 'lambda':
    case 'nullary':
      return { ...term, body: first };
    case 'let':
      return { ...term, value: first, body: second };
    case 'app':
      return { ...term, fun: first, args: after.slice(1) };
    case 'sequence':
      return { ...term, first, second };
    case 'form':
      return { ...term, terms: after };
    case 'list':
      return { ...term, items: after };
    case 'object':
      return { ...term, fields: term.fields.map(([key], i) => [key, after[i] as Term] as const) };
    default:
      return term;
  }
}
