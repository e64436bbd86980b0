// The tests in the scripts of a project: the expectations of each transaction, and the members of modules that its
// forms name.

import {
  referencesOf,
  referencesOfTerm,
  walkExpressions,
  type Expression,
  type TopLevel,
} from '../../../lang/session/analyse.ts';
import { placeOf } from '../check/diagnostics.ts';
import { staticForm } from '../../../script/names/written-forms.ts';
import type { SeenForm } from '../check/sources.ts';
import { sorted } from './describe.ts';
import type { IndexedExpectation, IndexedTest } from './shape.ts';

type OpenTest = Pick<IndexedTest, 'file' | 'place' | 'name'> & {
  readonly expectations: IndexedExpectation[];
  readonly uses: Set<string>;
};

export class TestCollector {
  /** By place, so that a script that is loaded twice is counted once. */
  private readonly tests = new Map<string, IndexedTest>();
  private open: OpenTest | undefined;
  private isInTransaction = false;
  /** The members that functions of the script itself name, by unqualified name. */
  private readonly helpers = new Map<string, ReadonlySet<string>>();

  observe({ form, file, resolved }: SeenForm): void {
    if (file.dialect === 'pact') return;
    const known = staticForm(form);
    if (known?.kind === 'begin') return this.begin(form);
    if (known?.kind === 'commit' || known?.kind === 'rollback') return this.end();
    // Code outside of transactions belongs to its own file.
    if (!this.isInTransaction && this.open?.file !== file.path) this.end();
    if (resolved?.kind === 'repl-definition') {
      const { members } = referencesOf(resolved.def, replName);
      this.helpers.set(resolved.def.spec.name, this.namedBy(members));
    } else if (form.kind === 'term') this.add(form, this.namedBy(membersOf(resolved)));
  }

  all(): readonly IndexedTest[] {
    this.end();
    return [...this.tests.values()];
  }

  private begin(form: TopLevel): void {
    this.end();
    this.isInTransaction = true;
    const name = form.kind === 'term' ? firstText(form.expression) : undefined;
    this.open = {
      file: form.span.source.name,
      place: placeOf(form.span),
      ...(name !== undefined && { name }),
      expectations: [],
      uses: new Set(),
    };
  }

  private add({ expression, span }: Extract<TopLevel, { kind: 'term' }>, named: Set<string>): void {
    const uses = sorted(named);
    const expectations: IndexedExpectation[] = [];
    walkExpressions([expression], (each) => {
      const kind = expectationKind(each);
      if (kind === undefined) return;
      const name = firstText(each) ?? '';
      expectations.push({ kind, name, place: placeOf(each.span), uses });
    });
    if (expectations.length === 0 && uses.length === 0) return;
    this.open ??= {
      file: span.source.name,
      place: placeOf(span),
      expectations: [],
      uses: new Set(),
    };
    this.open.expectations.push(...expectations);
    for (const use of uses) this.open.uses.add(use);
  }

  private end(): void {
    const { open } = this;
    this.open = undefined;
    this.isInTransaction = false;
    if (open === undefined || open.expectations.length + open.uses.size === 0) return;
    const { file, line, column } = open.place;
    const key = `${file}:${line}:${column}`;
    if (!this.tests.has(key)) this.tests.set(key, { ...open, uses: sorted(open.uses) });
  }

  /** Functions of the script are replaced by the members that they name. */
  private namedBy(members: Iterable<string>): Set<string> {
    const named = new Set<string>();
    for (const member of members) {
      if (!member.startsWith(`${replName}.`)) named.add(member);
      else
        for (const each of this.helpers.get(member.slice(replName.length + 1)) ?? [])
          named.add(each);
    }
    return named;
  }
}

const replName = '#repl';

function membersOf(resolved: SeenForm['resolved']): Iterable<string> {
  return resolved?.kind === 'term' ? referencesOfTerm(resolved.term).members : [];
}

export function expectationKind(expression: Expression): IndexedExpectation['kind'] | undefined {
  if (expression.kind !== 'application' || expression.head.kind !== 'variable') return undefined;
  const { name } = expression.head;
  if (name.kind !== 'bare') return undefined;
  return expectationKinds.find((kind) => kind === name.name);
}

const expectationKinds = ['expect', 'expect-failure', 'expect-that'] as const;

/** Returns the first argument if it is a string. */
export function firstText(expression: Expression): string | undefined {
  if (expression.kind !== 'application') return undefined;
  const [first] = expression.args;
  if (first?.kind !== 'constant' || first.literal.kind !== 'string') return undefined;
  return first.literal.value;
}
