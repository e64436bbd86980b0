// Writes a condition that was false with the values that it saw: `(>= 0.5 1.0)` for `(>= (at "balance" row) amount)`. For
// advice only, so it runs after the error, when the advice is read: variables are still known then, and builtins that only
// compute are run again on a machine without gas and without watchers. Nothing else runs again.
import { render } from '../../../base/doc.ts';
import { type SeenCondition, abbreviate } from '../../diagnostics/entry.ts';
import { isEvalError } from '../../diagnostics/error.ts';
import type { Name, Term } from '../../core/model/term.ts';
import { FullyQualifiedName } from '../../values/names.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { ValueTooLarge } from '../../values/value-too-large.ts';
import { ListValue, type PactValue } from '../../values/value.ts';
import { literalValue } from '../compile/compile-data.ts';
import { Machine } from '../../state/machine.ts';
import { isClosure, type Local } from '../../state/value.ts';
import { BuiltinCall } from '../../state/builtin.ts';

/** In characters: the longest value or source text shown in a condition, and the longest condition. */
const longestPart = 60;
const longestCondition = 400;
/** Of `enforce-one`. */
const maxConditions = 10;
/** Deeper terms are shown as they are written. */
const deepest = 30;

/** `value` is `undefined` if only running the term again could tell it. */
type Seen = { readonly text: string; readonly value: PactValue | undefined };

/** The variables of a term: those of `let`s within the condition, innermost first, then those around it. */
type Scope = { readonly inner: readonly Seen[]; readonly local: Local | undefined };

/** The condition was false when these variables had their values. */
export function seenCondition(
  machine: Machine,
  condition: Term,
  local: Local | undefined,
): SeenCondition {
  const reader = new ConditionReader(machine);
  const whole = reader.outline(condition, { inner: [], local });
  const part = reader.falsePart(condition, { inner: [], local });
  return { form: 'enforce', condition: whole, part: part === whole ? undefined : part };
}

/** None of the conditions held, or each of them failed. */
export function seenConditions(
  machine: Machine,
  conditions: readonly Term[],
  local: Local | undefined,
): SeenCondition {
  const reader = new ConditionReader(machine);
  const texts = conditions.slice(0, maxConditions).map((term) => {
    const [condition = term] = term.kind === 'form' && term.form === 'enforce' ? term.terms : [];
    return reader.outline(condition, { inner: [], local });
  });
  const rest = conditions.length > maxConditions ? ['...'] : [];
  return { form: 'enforce-one', conditions: [...texts, ...rest] };
}

class ConditionReader {
  private readonly machine: Machine;
  /** Without meter, stack and watchers. */
  private readonly quiet: Machine;

  constructor(machine: Machine) {
    const { builtins } = machine.environment;
    const { compile, applyClosure, database, codeSizes } = machine;
    const environment = { ...machine.environment, builtins: builtins.unwatched ?? builtins };
    this.machine = machine;
    const options = { compile, applyClosure, database, environment, codeSizes };
    this.quiet = new Machine({ ...options, depthLimit: 0 });
  }

  /** A condition that is only a variable keeps its name: its value says nothing. */
  outline(term: Term, scope: Scope): string {
    return term.kind === 'var' ? sourceText(term) : this.read(term, scope, 0).text;
  }

  /** The part that decided: an operand of `and`, or a branch of `if`, as far as it is known. */
  falsePart(term: Term, { inner, local }: Scope): string {
    let part = term;
    const scope = { inner, local };
    for (;;) {
      const next = this.partOf(part, scope);
      if (next === undefined) return this.outline(part, scope);
      if (part.kind === 'let') scope.inner = [this.read(part.value, scope, 0), ...scope.inner];
      part = next;
    }
  }

  private partOf(term: Term, scope: Scope): Term | undefined {
    if (term.kind === 'let') return term.body;
    if (term.kind !== 'form') return undefined;
    const [first, second, third] = term.terms;
    if (first === undefined || (term.form !== 'and' && !isIf(term))) return undefined;
    const { value } = this.read(first, scope, 0);
    if (typeof value !== 'boolean') return undefined;
    if (term.form === 'and') return value ? second : first;
    return value ? second : third;
  }

  private read(term: Term, scope: Scope, depth: number): Seen {
    if (depth > deepest) return unknown(sourceText(term));
    switch (term.kind) {
      case 'literal':
        return known(literalValue(term.literal));
      case 'inline':
        return known(term.value);
      case 'var':
        return this.variable(term, term.name, scope);
      case 'list':
        return listOf(term.items.map((item) => this.read(item, scope, depth + 1)));
      case 'let': {
        const value = this.read(term.value, scope, depth + 1);
        return this.read(term.body, { ...scope, inner: [value, ...scope.inner] }, depth + 1);
      }
      case 'app':
        return this.call(term, scope, depth);
      case 'form':
        return this.form(term, scope, depth);
      case 'builtin':
      case 'lambda':
      case 'nullary':
      case 'object':
      case 'sequence':
        return unknown(sourceText(term));
    }
  }

  private variable(term: Term, name: Name, { inner, local }: Scope): Seen {
    if (name.kind === 'local') {
      const here = inner[name.index];
      if (here !== undefined) return here;
      let at = local;
      for (let skip = name.index - inner.length; skip > 0; skip--) at = at?.next;
      if (at !== undefined && !isClosure(at.value)) return known(at.value);
    }
    if (name.kind === 'top') {
      const full = new FullyQualifiedName(name.module, name.text, name.hash);
      const def = this.machine.loaded.def(full);
      if (def?.kind === 'defconst' && def.value.kind === 'evaluated') return known(def.value.value);
    }
    return unknown(sourceText(term));
  }

  private call(term: Extract<Term, { kind: 'app' }>, scope: Scope, depth: number): Seen {
    const { fun, span } = term;
    const args = term.args.map((arg) => this.read(arg, scope, depth + 1));
    // `cond` is a call with one argument, which is the whole source.
    if (args[0] !== undefined && term.args[0]?.span.text === span.text) return args[0];
    if (fun.kind !== 'builtin') return unknown(bracketed(sourceText(fun), args.map(inCall)));
    const { environment } = this.quiet;
    const builtin = environment.builtins.byInternalName(fun.name);
    const isNot = fun.name === 'not';
    const text = bracketed(
      builtin?.written ?? fun.name,
      args.map((arg) => (isNot ? arg.text : inCall(arg))),
    );
    const values = args.flatMap(({ value }) => (value === undefined ? [] : [value]));
    if (builtin?.isPure !== true || values.length < builtin.arity) return unknown(text);
    const call = new BuiltinCall(this.quiet, this.quiet.context('sys-only'), span, builtin);
    return { text, value: valueOrNothing(() => call.value(builtin.run(call, values))) };
  }

  private form(term: Extract<Term, { kind: 'form' }>, scope: Scope, depth: number): Seen {
    const { form, terms } = term;
    if (form !== 'and' && form !== 'or' && !isIf(term)) return unknown(sourceText(term));
    const parts = terms.map((part) => this.read(part, scope, depth + 1));
    const texts = parts.map(({ text }) => text);
    const [first, second, third] = parts.map(({ value }) => value);
    const decided = form === 'or' ? first : second;
    const other = form === 'if' ? third : form === 'or' ? second : first;
    const value = first === true ? decided : first === false ? other : undefined;
    return { text: bracketed(form, texts), value };
  }
}

/** `cond` is a chain of these, and is shown as it is written. */
const isIf = ({ form, span }: Extract<Term, { kind: 'form' }>): boolean =>
  form === 'if' && /^\(\s*if\s/.test(span.text);

const known = (value: PactValue): Seen => ({ text: valueText(value), value });
const unknown = (text: string): Seen => ({ text, value: undefined });

function listOf(items: readonly Seen[]): Seen {
  const values = items.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (values.length === items.length) return known(new ListValue(values));
  return unknown(abbreviate(longestPart, `[${items.map(inCall).join(' ')}]`));
}

/** An argument: its value, or how it is computed. */
const inCall = ({ text, value }: Seen): string => (value === undefined ? text : valueText(value));

const bracketed = (head: string, parts: readonly string[]): string =>
  abbreviate(longestCondition, `(${[head, ...parts].join(' ')})`);

const valueText = (value: PactValue): string =>
  abbreviate(
    longestPart,
    render(prettyValue(value, { limit: longestPart })).replace(/\s*\n\s*/g, ' '),
  );

/** In one line. The source of a stored module is not kept, nor can a line hold a comment. */
function sourceText(term: Term): string {
  const { text } = term.span;
  if (text === '' || text.includes(';')) return term.kind === 'var' ? term.name.text : '...';
  return abbreviate(longestPart, text.replace(/\s+/g, ' '));
}

/** Builtins fail on values that the condition never reached. */
function valueOrNothing(compute: () => PactValue): PactValue | undefined {
  try {
    return compute();
  } catch (thrown) {
    if (isEvalError(thrown) || thrown instanceof ValueTooLarge) return undefined;
    throw thrown;
  }
}
