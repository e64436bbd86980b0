// Reads the forms of a source before the first one runs, so that none runs if one has a fault or a name that hides a
// builtin; and writes the results of forms.

import type { Source, Span } from '../../base/span.ts';
import {
  type ParseOptions,
  type SourceProgram,
  type TopLevel,
  findShadows,
  isNestingFault,
  parseProgram,
  shadowError,
  shadowText,
} from '../../lang/session/analyse.ts';
import type { BuiltinTable } from '../../lang/session/extend.ts';
import {
  type PactValue,
  type TopLevelResult,
  prettyValueText,
  resultText,
  syntaxError,
} from '../../lang/session/run.ts';
import { dialectOf } from '../../script/builtins.ts';
import { wordAlone } from '../../script/pages/documentation.ts';
import type { ReplOptions } from './options.ts';

/** `atLimit`: called before a source is refused because its brackets nest too deeply. */
export function parseForms(
  source: Source,
  options: Pick<ReplOptions, 'nestingLimit' | 'programs'>,
  atLimit: () => void,
): SourceProgram {
  const program = parsed(source, options);
  const first = program.diagnostics[0];
  if (first === undefined) return program;
  const word = wordAlone(source);
  if (word !== undefined) return { source, forms: [word], diagnostics: [] };
  if (isNestingFault(first)) atLimit();
  throw syntaxError(first);
}

/** Returns the tree, also for a faulty source. */
export function parsed(
  source: Source,
  { nestingLimit, programs }: Pick<ReplOptions, 'nestingLimit' | 'programs'>,
): SourceProgram {
  const options = { dialect: dialectOf(source), nestingLimit };
  return programs?.sources.parse(source, options) ?? parse(source, options);
}

function parse(source: Source, options: ParseOptions): SourceProgram {
  const { value: forms, diagnostics } = parseProgram(source, options);
  return { source, forms, diagnostics };
}

/** Shows the names of the first form that has any, as the reference does, and fails. */
export function refuseShadows(
  forms: readonly TopLevel[],
  builtins: BuiltinTable,
  print: (span: Span, text: string) => void,
): void {
  for (const form of forms) {
    const shadows = findShadows([form], builtins);
    for (const shadow of shadows) print(shadow.span, shadowText(shadow));
    const [first] = shadows;
    if (first !== undefined) throw shadowError(first);
  }
}

/** The result of a form for the trace. */
export type FormResult =
  | TopLevelResult
  /** The documentation, for a form that is only the name of a builtin or function. */
  | { readonly kind: 'documentation'; readonly text: string };

export function resultTextOf(result: FormResult): string | undefined {
  if (result.kind === 'documentation') return result.text;
  if (result.kind !== 'value') return resultText(result);
  return isUnit(result.value) ? undefined : prettyValueText(result.value);
}

const isUnit = (value: PactValue): boolean => typeof value === 'object' && value.kind === 'unit';
