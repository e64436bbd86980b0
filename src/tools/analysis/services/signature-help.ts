// The signature of the call that is being typed: its parameters, and the active one.

import { definitionForms } from '../../../lang/session/analyse.ts';
import { nameOfPart, partsOf, type Part } from '../../../script/brackets/arguments.ts';
import { cursorAt } from '../../../script/brackets/cursor.ts';
import { headOf, type Group } from '../../../script/brackets/read-brackets.ts';
import { callableOf, type Callable, type CallShape } from './callable.ts';
import { Scope } from './scope.ts';
import type { WritingView } from './writing-view.ts';

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

export type SignatureHelp = {
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
