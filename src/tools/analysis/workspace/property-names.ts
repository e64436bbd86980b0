// The names in a property of a model that may refer to the program. Properties have their own language, which is never
// evaluated: variables that they bind themselves and their types are left out.

import type { PropertyExpression } from '../../../lang/session/analyse.ts';

type Atom = Extract<PropertyExpression, { kind: 'property-atom' }>;

/** In the order of the text. */
export function namesInProperty(property: PropertyExpression): readonly Atom['name'][] {
  const atoms: Atom[] = [];
  const bound = new Set<string>();
  collect([property], atoms, bound);
  return atoms
    .map(({ name }) => name)
    .filter((name) => name.kind !== 'bare' || !bound.has(name.name));
}

function collect(items: readonly PropertyExpression[], atoms: Atom[], bound: Set<string>): void {
  items.forEach((item, at) => {
    if (item.kind === 'property-sequence') {
      const before = items[at - 1];
      if (before?.kind === 'property-keyword') bindFirst(item, before.keyword, bound);
      collect(item.items, atoms, bound);
    } else if (item.kind === 'property-atom') {
      if (isColon(items[at - 1])) return;
      if (isColon(items[at + 1])) bound.add(item.name.name);
      else atoms.push(item);
    }
  });
}

type Sequence = Extract<PropertyExpression, { kind: 'property-sequence' }>;

/** Reads `((x 1) (y 2))` of a let, `(x y)` of a lambda. */
function bindFirst({ items }: Sequence, keyword: 'let' | 'lambda', bound: Set<string>): void {
  for (const item of items) {
    const name = keyword === 'let' && item.kind === 'property-sequence' ? item.items[0] : item;
    if (name?.kind === 'property-atom') bound.add(name.name.name);
  }
}

const isColon = (item: PropertyExpression | undefined): boolean =>
  item?.kind === 'property-delimiter' && item.delimiter === ':';
