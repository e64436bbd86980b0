// Traverses terms from the leaves up. Terms may be nested deeper than the JavaScript stack allows:
// beyond a few hundred levels the traversal uses an explicit stack.
// Source: the Plated instance of Term in pact/Pact/Core/IR/Term.hs, which fixes the order of visits.

import { assert } from '../../../base/assert.ts';
import type { Name, Term } from './term.ts';
import { CapToken, ListValue, ObjectValue, type PactValue } from '../../values/value.ts';

/** The number of levels traversed on the JavaScript stack: far more than hand-written code has. */
export const levelsOnStack = 200;

/** Visits every node after its parts, parts in written order. */
export function forEachTermUpwards(root: Term, visit: (term: Term) => void): void {
  walk(root, visit, levelsOnStack);
}

function walk(term: Term, visit: (term: Term) => void, levels: number): void {
  if (levels === 0) return walkDeep(term, visit);
  const below = levels - 1;
  switch (term.kind) {
    case 'lambda':
    case 'nullary':
      walk(term.body, visit, below);
      break;
    case 'let':
      walk(term.value, visit, below);
      walk(term.body, visit, below);
      break;
    case 'app':
      walk(term.fun, visit, below);
      walkAll(term.args, visit, below);
      break;
    case 'sequence':
      walk(term.first, visit, below);
      walk(term.second, visit, below);
      break;
    case 'form':
      walkAll(term.terms, visit, below);
      break;
    case 'list':
      walkAll(term.items, visit, below);
      break;
    case 'object':
      for (let i = 0; i < term.fields.length; i++) {
        walk((term.fields[i] as Field)[1], visit, below);
      }
      break;
    default:
      break;
  }
  visit(term);
}

type Field = readonly [string, Term];

function walkAll(terms: readonly Term[], visit: (term: Term) => void, levels: number): void {
  for (let i = 0; i < terms.length; i++) walk(terms[i] as Term, visit, levels);
}

function walkDeep(root: Term, visit: (term: Term) => void): void {
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

/** Renames variables, and counts the nodes it passes. */
export type Renaming = {
  /** Visits every node after its parts, and a variable before it is renamed. */
  nodes: number;
  readonly rename: (name: Name) => Name;
};

/** Returns the term with renamed variables; unchanged parts are shared. */
export function mapVariables(root: Term, renaming: Renaming): Term {
  return mapped(root, renaming, levelsOnStack);
}

function mapped(term: Term, renaming: Renaming, levels: number): Term {
  if (levels === 0) return mappedDeep(term, renaming);
  if (term.kind === 'var') return renameHere(term, renaming);
  const result = mappedParts(term, renaming, levels - 1);
  renaming.nodes++;
  return result;
}

function mappedParts(term: Term, renaming: Renaming, below: number): Term {
  switch (term.kind) {
    case 'lambda':
    case 'nullary': {
      const body = mapped(term.body, renaming, below);
      return body === term.body ? term : { ...term, body };
    }
    case 'let': {
      const value = mapped(term.value, renaming, below);
      const body = mapped(term.body, renaming, below);
      return value === term.value && body === term.body ? term : { ...term, value, body };
    }
    case 'app': {
      const fun = mapped(term.fun, renaming, below);
      const args = mappedAll(term.args, renaming, below);
      return fun === term.fun && args === term.args ? term : { ...term, fun, args };
    }
    case 'sequence': {
      const first = mapped(term.first, renaming, below);
      const second = mapped(term.second, renaming, below);
      return first === term.first && second === term.second ? term : { ...term, first, second };
    }
    case 'form': {
      const terms = mappedAll(term.terms, renaming, below);
      return terms === term.terms ? term : { ...term, terms };
    }
    case 'list': {
      const items = mappedAll(term.items, renaming, below);
      return items === term.items ? term : { ...term, items };
    }
    case 'object': {
      const before = term.fields.map(([, value]) => value);
      const after = mappedAll(before, renaming, below);
      return after === before ? term : withParts(term, before, after);
    }
    default:
      return term;
  }
}

/** Returns the same list if nothing in it changes. */
function mappedAll(terms: readonly Term[], renaming: Renaming, levels: number): readonly Term[] {
  let changed: Term[] | undefined;
  for (let i = 0; i < terms.length; i++) {
    const before = terms[i] as Term;
    const after = mapped(before, renaming, levels);
    if (changed === undefined && after !== before) changed = terms.slice(0, i);
    if (changed !== undefined) changed.push(after);
  }
  return changed ?? terms;
}

function mappedDeep(root: Term, renaming: Renaming): Term {
  const done: Term[] = [];
  walkDeep(root, (term) => {
    const parts = partsOf(term);
    const renamed = done.splice(done.length - parts.length);
    if (term.kind === 'var') done.push(renameHere(term, renaming));
    else {
      done.push(withParts(term, parts, renamed));
      renaming.nodes++;
    }
  });
  const [result] = done;
  assert(result !== undefined && done.length === 1, 'one term remains');
  return result;
}

function renameHere(term: Extract<Term, { kind: 'var' }>, renaming: Renaming): Term {
  renaming.nodes++;
  const name = renaming.rename(term.name);
  return name === term.name ? term : { ...term, name };
}

const none: readonly Term[] = [];

/** Returns the parts in written order; always the same list for terms without parts. */
export function partsOf(term: Term): readonly Term[] {
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

// Rebuilds values from the leaves up, with an explicit stack: values may be nested deeper than the
// JavaScript stack allows. Shared structure stays shared.

type Container = ListValue | ObjectValue | CapToken;

/**
 * Replaces values in lists, objects and capability tokens, not inside guards; each container after
 * its parts.
 */
export function mapValues(root: PactValue, replace: (value: PactValue) => PactValue): PactValue {
  const results = new Map<PactValue, PactValue>();
  const pending: PactValue[] = [root];
  for (let value = pending.at(-1); value !== undefined; value = pending.at(-1)) {
    if (results.has(value)) {
      pending.pop();
      continue;
    }
    const parts = isContainer(value) ? valueParts(value) : [];
    const missing = parts.filter((part) => !results.has(part));
    if (missing.length > 0) {
      for (const part of missing) pending.push(part);
      continue;
    }
    pending.pop();
    results.set(value, replace(isContainer(value) ? rebuilt(value, parts, results) : value));
  }
  return results.get(root) ?? root;
}

function isContainer(value: PactValue): value is Container {
  return value instanceof ListValue || value instanceof ObjectValue || value instanceof CapToken;
}

function valueParts(value: Container): readonly PactValue[] {
  if (value.kind === 'list') return value.items;
  return value.kind === 'object' ? [...value.fields.values()] : value.args;
}

function rebuilt(
  value: Container,
  parts: readonly PactValue[],
  results: ReadonlyMap<PactValue, PactValue>,
): Container {
  const after = parts.map((part) => results.get(part) ?? part);
  if (after.every((part, i) => part === parts[i])) return value;
  if (value.kind === 'list') return new ListValue(after);
  if (value.kind === 'captoken') return new CapToken(value.name, after);
  const keys = [...value.fields.keys()];
  return new ObjectValue(new Map(keys.map((key, i) => [key, after[i] as PactValue])));
}
