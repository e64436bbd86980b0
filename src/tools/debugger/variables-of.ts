// The variables that a call sees at this moment, by name.

import type { MachineValue } from '../../lang/session/extend.ts';
import type { Activation } from './active-terms.ts';
import type { VariableNames } from './variable-names.ts';
import { isWrittenName } from './written-name.ts';

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
