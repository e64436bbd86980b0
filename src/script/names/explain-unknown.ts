// Explains unknown names: whether the module is not loaded or only lacks the member, whether the name is a builtin of
// scripts, whether it is bound later in a `let`, and where the project defines it.

import { Span } from '../../base/span.ts';
import {
  type Binder,
  defaultWordAdvice,
  type EvalError,
  type LetExpression,
  specialForms,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import {
  type BuiltinDescription,
  type BuiltinSets,
  formerBuiltin,
  ofScripts,
} from '../builtins.ts';
import { loadForm, type ModuleFile, standardModuleWith } from '../files.ts';
import { isImported, nameOfModule } from './written-forms.ts';

/** The names known to the session, or to a check without a session. */
export type Surroundings = {
  readonly isLoaded: (module: string) => boolean;
  readonly builtins: BuiltinSets;
  readonly findModule: (name: string) => ModuleFile | undefined;
};

export function explainUnknown(error: EvalError, form: TopLevel, around: Surroundings): void {
  if (error.is('NoSuchModuleMember')) {
    const { module, member } = error.data;
    if (nameOfModule(form) === module || around.isLoaded(module)) return;
    explainModule(error, module, `so \`${module}.${member}\` means nothing`, around);
    return;
  }
  if (error.is('UnboundTermVariable')) return explainName(error, error.data.name, form, around);
  if (error.is('UnboundTypeVariable')) {
    const former = formerBuiltin(around.builtins, error.data.name);
    if (former !== undefined) explainFormer(error, former);
    return;
  }
  if (error.is('NoSuchInterface')) return hintPlace(error, error.data.interface, around);
  if (error.is('NoSuchModule') || error.is('ModuleDoesNotExist')) {
    explainMissing(error, form, around);
  }
}

/** An unqualified name is reported as a module, which is what resolution tries last. */
function explainMissing(
  error: EvalError<'NoSuchModule'> | EvalError<'ModuleDoesNotExist'>,
  form: TopLevel,
  around: Surroundings,
): void {
  const { span } = error;
  const { module } = error.data;
  const name = module.slice(module.lastIndexOf('.') + 1);
  // Names of schemas and managers are shown with the whole definition.
  const isWithin =
    form.kind === 'module' &&
    error.is('NoSuchModule') &&
    module === name &&
    !isInModuleType(span.text, name);
  const isBare = span.text === name || isWithin;
  if (isWithin && error.marked !== span && error.marked.text === name) {
    explainSchema(error, name, around);
  } else if (isBare && !isImported(form, name)) explainName(error, name, form, around);
  else hintPlace(error, module, around);
}

/** Returns whether a definition has a type such as `module{name}`. */
function isInModuleType(text: string, name: string): boolean {
  const types = [...text.matchAll(/module\s*\{([^{}]*)\}/g)];
  return types.some(([, names = '']) => names.split(/[\s,]+/).includes(name));
}

function explainModule(
  error: EvalError,
  module: string,
  consequence: string,
  around: Surroundings,
): void {
  error.withExplanation(
    `No module named \`${module}\` is loaded, ${consequence}. Load the file that defines it first.`,
  );
  hintPlace(error, module, around);
}

function hintPlace(error: EvalError, module: string, { findModule }: Surroundings): void {
  const place = findModule(module);
  if (place !== undefined) {
    error.withHint(`Module ${module} is defined in ${place.path}, line ${place.line}.`);
    return;
  }
  const standard = standardModuleWith(module);
  if (standard !== undefined) error.withHint(`Load it first: ${loadForm(standard)}`);
}

/** In a type or after the name of a table. */
function explainSchema(error: EvalError, name: string, around: Surroundings): void {
  error.withExplanation(
    `No schema is named \`${name}\` here. Define it with \`defschema\`, or write the module that defines it, as in ` +
      `\`{m.${name}}\`.`,
  );
  hintPlace(error, name, around);
}

/** An unqualified name could be a variable, a definition, a builtin or a module. */
function explainName(error: EvalError, name: string, form: TopLevel, around: Surroundings): void {
  if (/^(\/\/|#)/.test(name)) {
    error
      .withExplanation('A comment begins with a semicolon, as in `; comment`.')
      .withNamesInScope(() => []);
    return;
  }
  const special = defaultWordAdvice(name, error.span) ?? specialFormAdvice(name);
  if (special !== undefined) {
    error.withExplanation(special).withNamesInScope(() => []);
    return;
  }
  const earlier = boundTooLate(form, name, error.span);
  if (earlier !== undefined) {
    error.withExplanation(
      `\`${name}\` is bound later in this \`let\`. A binding sees only the ones before it. ` +
        `Move \`${name}\` in front of \`${earlier}\`.`,
    );
    return;
  }
  if (around.builtins.ofScripts.named(name) !== undefined) {
    error.withExplanation(ofScripts(name));
    return;
  }
  const former = formerBuiltin(around.builtins, name);
  if (former !== undefined) {
    explainFormer(error, former);
    return;
  }
  const member = memberNamed(name, error);
  if (member !== undefined) {
    const module = member.slice(0, member.lastIndexOf('.'));
    error.withExplanation(
      `Nothing here is named \`${name}\`, but \`${member}\` exists. ` +
        `Write its name in full, or import its module with (use ${module}).`,
    );
    return;
  }
  error.withExplanation(
    `Nothing here is named \`${name}\`: no variable, definition, builtin or module. ` +
      'Check the spelling, or load the file that defines it.',
  );
  hintPlace(error, name, around);
}

/** For the name of a special form in the place of a value. */
function specialFormAdvice(name: string): string | undefined {
  const form = specialForms.find((each) => each.name === name);
  if (form === undefined) return undefined;
  const usage = form.usage.replace(/ -> .*$/, '');
  return (
    `\`${name}\` is a special form, not a function, so its name alone is not a value. Write it with its parts: ${usage}. ` +
    (takesParts.get(name) ?? `To pass it on, wrap it in a function: (lambda (x) (${name} ...)).`)
  );
}

/** Forms that are functions if they have too few parts. */
const takesParts: ReadonlyMap<string, string> = new Map([
  ['and', 'As a function of two arguments, write (and), as in (fold (and) true [true false]).'],
  ['or', 'As a function of two arguments, write (or), as in (fold (or) false [true false]).'],
]);

/** Returns a member of a loaded module with this name. */
function memberNamed(name: string, { namesInScope }: EvalError): string | undefined {
  let looked = 0;
  for (const candidate of namesInScope?.() ?? []) {
    if (candidate.endsWith(`.${name}`)) return candidate;
    if (looked++ > maxCandidates) return undefined;
  }
  return undefined;
}

/** The same limit as for similar names: a hint must not cost more than the work that it is about. */
const maxCandidates = 5_000;

function explainFormer(error: EvalError, { name, instead = '' }: BuiltinDescription): void {
  error
    .withExplanation(
      `Chains do not know \`${name}\`, a builtin of Pact 4. ${instead} ` +
        'For an old suite use the option --pact4, or `pact4: true` in pact.yaml.',
    )
    .withNamesInScope(() => []);
}

/** Returns the variable whose value uses a name that a later binding of the same `let` defines. */
function boundTooLate(form: TopLevel, name: string, place: Span): string | undefined {
  const pending: Node[] = [form];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (isLet(node)) {
      const using = node.binders.findIndex(({ value }) => value.span.covers(place));
      const later = using < 0 ? [] : node.binders.slice(using + 1);
      if (later.some((binder) => binder.argument.name === name))
        return variableOf(node.binders[using]);
    }
    pending.push(...partsAround(node, place));
  }
  return undefined;
}

/** Any part of the syntax tree: forms, and lists of them. */
type Node = { readonly kind?: unknown; readonly span?: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !(value instanceof Span);

const variableOf = (binder: Binder | undefined): string | undefined => binder?.argument.name;

const isLet = (node: Node): node is LetExpression => node.kind === 'let';

/** Returns the parts of a node, without those that are known to be elsewhere. */
function partsAround(node: Node, place: Span): readonly Node[] {
  const values: readonly unknown[] = Object.values(node);
  return values.filter(
    (value): value is Node =>
      isNode(value) && !(value.span instanceof Span && !value.span.covers(place)),
  );
}
