// Finds the tests of a script from its text, without running it, for editors. A form with a syntax error is skipped; the
// forms around it are found.

import { Source } from '../../../base/span.ts';
import { parseProgram, walkExpressions, type TopLevel } from '../../../lang/session/analyse.ts';
import { staticForm } from '../../../script/names/written-forms.ts';
import { expectationKind, firstText } from '../../analysis/project-index/collect-tests.ts';
import type { TextRange } from '../../analysis/workspace/symbols.ts';

/**
 * A transaction, or forms outside of one. Its id is its name, with a number if the name is used again: it stays the same
 * while the text around it changes.
 */
export type DiscoveredBlock = {
  readonly id: string;
  /** `undefined` outside of transactions. */
  readonly name: string | undefined;
  /** From the start of its first form to the end of its last one. */
  readonly range: TextRange;
  readonly expectations: readonly DiscoveredExpectation[];
};

export type DiscoveredExpectation = {
  readonly id: string;
  readonly kind: 'expect' | 'expect-failure' | 'expect-that';
  /** Empty if the name is computed. */
  readonly name: string;
  readonly range: TextRange;
};

type OpenBlock = {
  readonly name: string | undefined;
  readonly start: number;
  end: number;
  readonly expectations: Omit<DiscoveredExpectation, 'id'>[];
};

/** The names in reports for transactions without a name, and for forms outside of transactions. */
const unnamed = 'unnamed transaction';
const outside = 'outside of transactions';

export function discoverTests(
  text: string,
  { path, nestingLimit }: { readonly path: string; readonly nestingLimit: number },
): readonly DiscoveredBlock[] {
  const { value } = parseProgram(new Source(path, text), { dialect: 'repl', nestingLimit });
  const blocks: OpenBlock[] = [];
  let open: OpenBlock | undefined;
  let isInTransaction = false;
  const begin = (name: string | undefined, { start, end }: TextRange): OpenBlock => {
    const block = { name, start, end, expectations: [] };
    blocks.push(block);
    return (open = block);
  };
  for (const form of value) {
    const kind = staticForm(form)?.kind;
    if (kind === 'begin') {
      isInTransaction = true;
      begin(nameOf(form), form.span);
      continue;
    }
    const found = expectationsIn(form);
    if (found.length > 0) (open ?? begin(undefined, form.span)).expectations.push(...found);
    if (open !== undefined && (isInTransaction || found.length > 0)) open.end = form.span.end;
    if (kind === 'commit' || kind === 'rollback') {
      isInTransaction = false;
      open = undefined;
    }
  }
  // Unnamed setup forms without expectations are not a test.
  const isTest = ({ name, expectations }: OpenBlock): boolean =>
    name !== undefined || expectations.length > 0;
  const nameBlock = numbered();
  return blocks.filter(isTest).map(({ name, start, end, expectations }) => {
    const id = nameBlock(name ?? outside);
    const nameExpectation = numbered();
    return {
      id,
      name,
      range: { start, end },
      expectations: expectations.map((each) => ({
        id: `${id}/${nameExpectation(each.name === '' ? each.kind : each.name)}`,
        ...each,
      })),
    };
  });
}

function nameOf(form: TopLevel): string {
  return (form.kind === 'term' ? firstText(form.expression) : undefined) ?? unnamed;
}

function expectationsIn(form: TopLevel): Omit<DiscoveredExpectation, 'id'>[] {
  if (form.kind !== 'term') return [];
  const found: Omit<DiscoveredExpectation, 'id'>[] = [];
  walkExpressions([form.expression], (each) => {
    const kind = expectationKind(each);
    if (kind === undefined) return;
    const { start, end } = each.span;
    found.push({ kind, name: firstText(each) ?? '', range: { start, end } });
  });
  return found;
}

/** Returns a function that makes names unique: `a`, then `a~2`, `a~3`. */
function numbered(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}~${count}`;
  };
}
