// The callable that a call refers to, with its parameters: a builtin, a special form, a member of a module, a variable.

import {
  definitionForms,
  specialForms,
  wordsOf,
  type FormDescription,
} from '../../../lang/session/analyse.ts';
import { Source } from '../../../base/span.ts';
import { nameOfPart, partsOf, type Part } from '../../../script/brackets/arguments.ts';
import {
  headOf,
  isGroup,
  isWord,
  type Group,
  type Item,
} from '../../../script/brackets/read-brackets.ts';
import type { BuiltinDescription } from '../../../script/builtins/builtin-sets.ts';
import { documentationOf, typed, type Member } from './known-modules.ts';
import type { Scope } from './scope.ts';
import { specOf } from '../workspace/define-symbols.ts';

export type CallParameter = {
  readonly name: string;
  /** With its type, as in a signature. */
  readonly text: string;
  readonly doc: string | undefined;
};

/** One of its signatures. */
export type CallShape = {
  /** `transfer:string`: the part before the parameters. */
  readonly head: string;
  readonly parameters: readonly CallParameter[];
  /** ` -> string`, or empty. */
  readonly tail: string;
  /** Whether the last parameter may be repeated. */
  readonly isOpen: boolean;
  readonly doc: string | undefined;
};

export type Callable = {
  readonly kind: 'builtin' | 'form' | 'member' | 'variable';
  readonly shapes: readonly CallShape[];
  /** How many arguments a partial application already has. */
  readonly given: number;
};

/** How many nested partial applications are resolved. */
const deepest = 10;

/** Returns `undefined` for a head that is unknown. */
export function callableOf(scope: Scope, head: Part | undefined, depth = 0): Callable | undefined {
  const [first] = head?.items ?? [];
  if (depth > deepest || first === undefined) return undefined;
  if (isGroup(first)) return appliedAlready(scope, first, depth);
  const name = nameOfPart(head) ?? '';
  // A variable shadows other definitions of its name.
  if (scope.local(name) !== undefined) return variable(scope, name, depth);
  return dynamic(scope, name) ?? named(scope, name);
}

function named(scope: Scope, name: string): Callable | undefined {
  const member = scope.member(name);
  if (member !== undefined) return memberCall(member);
  const form = [...specialForms, ...definitionForms].find((each) => each.name === name);
  const { core, repl, legacy } = scope.view.builtins;
  const builtin = core.named(name) ?? repl.named(name) ?? legacy.named(name);
  if (builtin !== undefined) return builtinCall(builtin);
  return form === undefined ? undefined : { kind: 'form', shapes: [formShape(form)], given: 0 };
}

function variable(scope: Scope, name: string, depth: number): Callable | undefined {
  const value = scope.local(name)?.value;
  if (!isGroup(value, '(')) return undefined;
  return headOf(value) === 'lambda' ? lambdaCall(value, name) : appliedAlready(scope, value, depth);
}

/** Resolves `(f 1)` as a function: the remaining parameters of `f`. */
function appliedAlready(scope: Scope, group: Group, depth: number): Callable | undefined {
  if (headOf(group) === 'lambda') return lambdaCall(group, 'lambda');
  const [head, ...given] = partsOf(group);
  const inner = callableOf(scope, head, depth + 1);
  if (inner === undefined || inner.kind === 'form') return undefined;
  const all = inner.given + given.length;
  // With all its arguments it is a call, whose result is unknown.
  const shapes = inner.shapes.filter(({ parameters }) => parameters.length > all);
  return shapes.length === 0 ? undefined : { ...inner, shapes, given: all };
}

function lambdaCall(group: Group, head: string): Callable | undefined {
  const list = group.items.find((item) => isGroup(item, '('));
  if (!isGroup(list)) return undefined;
  const parameters = list.items.flatMap((item, at) => {
    const before = list.items[at - 1];
    const isName = isWord(item) && item.kind === 'name' && !isColon(before);
    return isName ? [{ name: item.text, text: item.text, doc: undefined }] : [];
  });
  const shape: CallShape = { head, parameters, tail: '', isOpen: false, doc: undefined };
  return { kind: 'variable', shapes: [shape], given: 0 };
}

const isColon = (item: Item | undefined): boolean => isWord(item) && item.text === ':';

/** Resolves `token::transfer` to the member of the reference's interfaces. */
function dynamic(scope: Scope, name: string): Callable | undefined {
  const [reference, call] = name.split('::');
  if (reference === undefined || call === undefined) return undefined;
  const type = scope.local(reference)?.type ?? '';
  const interfaces = /^module\s*\{([^}]*)\}$/.exec(type)?.[1]?.split(/[\s,]+/) ?? [];
  for (const each of interfaces) {
    const member = scope.module(each)?.members.get(call);
    if (member !== undefined) return memberCall(member);
  }
  return undefined;
}

const memberCalls = new Set(['defun', 'defcap', 'defpact']);

function memberCall(member: Member): Callable | undefined {
  if (!memberCalls.has(member.kind)) return undefined;
  const { written } = member;
  const result = specOf(written)?.type?.span.text;
  const parameters = member.parameters.map((each) => ({
    name: each.name,
    text: typed(each),
    doc: undefined,
  }));
  const shape: CallShape = {
    head: member.name,
    parameters,
    tail: result === undefined ? '' : ` -> ${result}`,
    isOpen: false,
    doc: documentationOf(member),
  };
  return { kind: 'member', shapes: [shape], given: 0 };
}

function builtinCall({ name, overloads, doc }: BuiltinDescription): Callable {
  const shapes = overloads.map(({ params, returns }): CallShape => ({
    head: name,
    parameters: params.map((each) => ({
      name: each.name,
      text: `${each.name}:${each.type}`,
      doc: each.doc,
    })),
    tail: ` -> ${returns}`,
    isOpen: false,
    doc,
  }));
  return { kind: 'builtin', shapes, given: 0 };
}

/** Its parameters are the words of its usage; a list in parentheses is one parameter. */
export function formShape({ name, usage, doc }: FormDescription): CallShape {
  const text = usage.split(' or ')[0] ?? usage;
  const words = wordsOf(new Source('', text));
  const parameters: CallParameter[] = [];
  let depth = 0;
  let start = 0;
  let end = 0;
  let isOpen = false;
  let isClosed = false;
  const finish = (): void => {
    const written = text.slice(start, end);
    if (/[^.\s]/.test(written) && end > start) {
      const [first = written] = written.split(':');
      parameters.push({ name: first, text: written, doc: undefined });
    }
    start = end;
  };
  for (const [at, word] of words.entries()) {
    if (at < 2 || isClosed) {
      start = word.end;
      end = word.end;
      continue;
    }
    if (depth === 0 && word.start > end) {
      finish();
      start = word.start;
    }
    isOpen ||= depth === 0 && word.text === '.';
    if (word.kind === 'open') depth++;
    if (word.kind === 'close') depth--;
    isClosed = depth < 0;
    end = isClosed ? word.start : word.end;
    if (isClosed) finish();
  }
  const tail = / -> \S+$/.exec(usage)?.[0] ?? '';
  return { head: name, parameters, tail, isOpen, doc };
}
