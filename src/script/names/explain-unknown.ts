// Explains unknown names: whether the module is not loaded or only lacks the member, whether the name is a builtin of
// scripts, and where the project defines it.

import {
  defaultWordAdvice,
  specialForms,
  type EvalError,
  type TopLevel,
} from '../../lang/session/analyse.ts';
import { isImported } from './static-forms.ts';
import { boundTooLate } from './bound-too-late.ts';
import {
  formerBuiltin,
  type BuiltinDescription,
  type BuiltinSets,
} from '../builtins/builtin-sets.ts';
import type { ModuleFile } from '../files.ts';
import { loadForm, standardModuleWith } from '../standard/standard-files.ts';

/** The names known to the session, or to a check without a session. */
export type Surroundings = {
  readonly isLoaded: (module: string) => boolean;
  readonly builtins: BuiltinSets;
  readonly findModule: (name: string) => ModuleFile | undefined;
};

export function explainUnknown(error: EvalError, form: TopLevel, around: Surroundings): void {
  if (error.is('NoSuchModuleMember')) {
    const { module, member } = error.data;
    if (nameOf(form) === module || around.isLoaded(module)) return;
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

/** Whether a definition has a type such as `module{name}`. */
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
    if (looked++ > mostCandidates) return undefined;
  }
  return undefined;
}

/** The same limit as for similar names: a hint must not cost more than the work that it is about. */
const mostCandidates = 5_000;

function explainFormer(error: EvalError, { name, instead = '' }: BuiltinDescription): void {
  error
    .withExplanation(
      `Chains do not know \`${name}\`, a builtin of Pact 4. ${instead} ` +
        'For an old suite use the option --pact4, or `pact4: true` in pact.yaml.',
    )
    .withNamesInScope(() => []);
}

export const ofScripts = (name: string): string =>
  `\`${name}\` exists only in .repl scripts, not on a chain. Call it in a script that loads this file.`;

/** Returns the imports of a module or interface; none for other forms. */
const nameOf = (form: TopLevel): string =>
  form.kind === 'module' || form.kind === 'interface' ? form.name.text : '';
