// The signature of the call around an offset, and the callable that a call refers to: a builtin, a special form, a member of a
// module, a variable.

import { Source } from '../../../base/span.ts';
import { definitionForms, type FormDescription, wordsOf } from '../../../lang/session/analyse.ts';
import { cursorAt } from '../../../script/brackets/cursor.ts';
import {
  type Group,
  headOf,
  isGroup,
  isWord,
  type Item,
  nameOfPart,
  type Part,
  partsOf,
} from '../../../script/brackets/read-brackets.ts';
import { type BuiltinDescription, builtinNamed } from '../../../script/builtins.ts';
import { formNamed } from '../../../script/pages/pages.ts';
import { specOf } from '../workspace/symbols.ts';
import { documentationOf, type Member, typed, type WritingView } from './known-modules.ts';
import { Scope } from './scope.ts';

export type Signature = {
  /** `(transfer sender:string amount:decimal) -> string` */
  readonly label: string;
  readonly documentation: string | undefined;
  /** Ranges in the label. */
  readonly parameters: readonly {
    readonly start: number;
    readonly end: number;
    readonly documentation: string | undefined;
  }[];
};

type SignatureHelp = {
  readonly signatures: readonly Signature[];
  readonly activeSignature: number;
  /** `undefined` after the last one. */
  readonly activeParameter: number | undefined;
};

export function signatureHelpAt(
  view: WritingView,
  path: string,
  offset: number,
): SignatureHelp | undefined {
  const document = view.document(path);
  if (document === undefined) return undefined;
  const cursor = cursorAt(document.source, offset);
  if (cursor.place === 'comment') return undefined;
  const scope = new Scope(view, document, cursor);
  for (const group of [...cursor.path].reverse()) {
    if (group.open?.text !== '(') continue;
    const [head, ...given] = partsOf(group);
    // The name of the call is still being typed.
    if (head === undefined || cursor.offset <= head.end) continue;
    if (isDefinition(group) && group !== cursor.path.at(-1)) return undefined;
    const callable = callableOf(scope, head);
    if (callable !== undefined) return helpFor(callable, given, cursor.offset, group);
    if (nameOfPart(head) !== undefined && !isBinder(group)) return undefined;
  }
  return undefined;
}

const isDefinition = (group: Group): boolean =>
  definitionForms.some(({ name }) => name === headOf(group));

/** `(x 1)` in the list of a let. */
const isBinder = ({ parent }: Group): boolean =>
  /^let\*?$/.test(headOf(parent?.parent) ?? '') && parent?.parent?.items[1] === parent;

function helpFor(
  { shapes, given: before }: Callable,
  given: readonly Part[],
  offset: number,
  group: Group,
): SignatureHelp {
  const passed = given.filter(({ end }) => end < offset).length;
  const isInArgument = given.some(({ start, end }) => start < offset && offset <= end);
  const argument = before + passed;
  const isComplete = group.close !== undefined && offset >= group.close.start && !isInArgument;
  // A new argument has been started after the existing ones.
  const count = before + given.length + (isInArgument || isComplete ? 0 : 1);
  const chosen = chooseShape(shapes, Math.max(count, argument + 1), before + given.length);
  return {
    signatures: shapes.map(signatureOf),
    activeSignature: Math.max(0, shapes.indexOf(chosen)),
    activeParameter: activeIn(chosen, argument),
  };
}

/** Returns the first signature with as many parameters as there are arguments, otherwise one with enough parameters. */
function chooseShape(shapes: readonly CallShape[], wanted: number, given: number): CallShape {
  const has = (count: number) => shapes.find(({ parameters }) => parameters.length === count);
  const room = shapes.find(({ parameters }) => parameters.length >= wanted);
  const widest = shapes.reduce((left, right) =>
    right.parameters.length > left.parameters.length ? right : left,
  );
  return (given === wanted ? has(given) : undefined) ?? has(wanted) ?? room ?? widest;
}

function activeIn({ parameters, isOpen }: CallShape, argument: number): number | undefined {
  if (argument < parameters.length) return argument;
  return isOpen && parameters.length > 0 ? parameters.length - 1 : undefined;
}

function signatureOf({ head, parameters, tail, doc }: CallShape): Signature {
  let label = `(${head}`;
  const places = parameters.map((each) => {
    const start = label.length + 1;
    label += ` ${each.text}`;
    return { start, end: label.length, documentation: each.doc };
  });
  return { label: `${label})${tail}`, documentation: doc, parameters: places };
}

type CallParameter = {
  readonly name: string;
  /** With its type, as in a signature. */
  readonly text: string;
  readonly doc: string | undefined;
};

/** One of its signatures. */
type CallShape = {
  /** `transfer:string`: the part before the parameters. */
  readonly head: string;
  readonly parameters: readonly CallParameter[];
  /** ` -> string`, or empty. */
  readonly tail: string;
  /** Whether the last parameter may be repeated. */
  readonly isOpen: boolean;
  readonly doc: string | undefined;
};

type Callable = {
  readonly kind: 'builtin' | 'form' | 'member' | 'variable';
  readonly shapes: readonly CallShape[];
  /** How many arguments a partial application already has. */
  readonly given: number;
};

/** How many nested partial applications are resolved. */
const maxDepth = 10;

/** Returns `undefined` for a head that is unknown. */
export function callableOf(scope: Scope, head: Part | undefined, depth = 0): Callable | undefined {
  const [first] = head?.items ?? [];
  if (depth > maxDepth || first === undefined) return undefined;
  if (isGroup(first)) return appliedAlready(scope, first, depth);
  const name = nameOfPart(head) ?? '';
  // A variable shadows other definitions of its name.
  if (scope.local(name) !== undefined) return variable(scope, name, depth);
  return dynamic(scope, name) ?? named(scope, name);
}

function named(scope: Scope, name: string): Callable | undefined {
  const member = scope.member(name);
  if (member !== undefined) return memberCall(member);
  const builtin = builtinNamed(scope.view.builtins, name);
  if (builtin !== undefined) return builtinCall(builtin);
  const form = formNamed(name);
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
function formShape({ name, usage, doc }: FormDescription): CallShape {
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
