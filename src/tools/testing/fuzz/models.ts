// Reads the models of a module: properties of functions as programs, and invariants of schemas for each table.

import { type Def, type Defun, type LoadedModule, TableName } from '../../../lang/session/run.ts';
import { type SyntaxModule } from '../../../lang/session/analyse.ts';
import type { Span } from '../../../base/span.ts';
import {
  definedProperties,
  propertyProgram,
  type StatementWord,
  statementsOf,
  type DefinedProperties,
  type PropertyText,
} from './property-text.ts';
import { reachedWords } from './dictionary.ts';
import type { PropertyTarget, RowInvariant } from './targets.ts';

/** A statement that cannot be checked by running code, and the word that is the reason. */
export type UncheckedStatement = {
  readonly name: string;
  readonly span: Span;
  readonly word: string;
};

type Annotated = Extract<SyntaxModule['definitions'][number], { readonly annotations: unknown }>;

export function modelProperties(
  module: LoadedModule,
  written: SyntaxModule,
  defuns: readonly Defun[],
): {
  readonly properties: readonly PropertyTarget[];
  readonly unchecked: readonly UncheckedStatement[];
} {
  const defined = definedIn(written);
  const properties: PropertyTarget[] = [];
  const unchecked: UncheckedStatement[] = [];
  for (const definition of written.definitions) {
    if (definition.kind !== 'defun') continue;
    const def = defuns.find(({ spec }) => spec.name === definition.spec.name);
    if (def === undefined) continue;
    for (const { title, said, span } of statements('property', definition, defined)) {
      const name = `${module.name.text}.${def.spec.name}: ${title}`;
      if (said.kind === 'unknown') unchecked.push({ name, span, word: said.word });
      else {
        const words = reachedWords(def.spec.name, module);
        const program = asProgram(module, def, said.text);
        properties.push({ name, span, judge: 'model', words, ...program });
      }
    }
  }
  return { properties, unchecked };
}

function asProgram(
  { name: module }: LoadedModule,
  { spec, params }: Defun,
  said: string,
): Pick<PropertyTarget, 'params' | 'program'> {
  const names = params.map((param) => param.name);
  const call = `(${[`${module.text}.${spec.name}`, ...names].join(' ')})`;
  const program = (args: readonly string[]): string => {
    const binders = names.map((each, at) => `(${each} ${args[at] ?? ''})`);
    // A model uses the names of its module.
    return `(use ${module.text}) (let (${[...binders, `(result ${call})`].join(' ')}) ${said})`;
  };
  return { params, program };
}

export function rowInvariants(
  module: LoadedModule,
  written: SyntaxModule,
): {
  readonly invariants: readonly RowInvariant[];
  readonly unchecked: readonly UncheckedStatement[];
} {
  const defined = definedIn(written);
  const invariants: RowInvariant[] = [];
  const unchecked: UncheckedStatement[] = [];
  for (const definition of written.definitions) {
    if (definition.kind !== 'defschema') continue;
    const schema = definition.name.text;
    const fields = definition.fields.map(({ name }) => name);
    for (const { title, said, span } of statements('invariant', definition, defined)) {
      const name = `${module.name.text}.${schema}: ${title}`;
      if (said.kind === 'unknown') {
        unchecked.push({ name, span, word: said.word });
        continue;
      }
      const used = fields.filter((field) => said.names.has(field));
      for (const table of tablesOf(module.defs, schema)) {
        invariants.push({
          kind: 'rows',
          name,
          span,
          table: new TableName(table, module.name),
          text: said.text,
          fields: used,
          names: said.names,
        });
      }
    }
  }
  return { invariants, unchecked };
}

function tablesOf(defs: readonly Def[], schema: string): readonly string[] {
  return defs.flatMap((def) =>
    def.kind === 'deftable' && def.schema.name.name === schema ? [def.name] : [],
  );
}

const definedIn = ({ annotations }: SyntaxModule): DefinedProperties =>
  definedProperties(annotations.flatMap((each) => (each.kind === 'model' ? each.properties : [])));

type Statement = { readonly title: string; readonly said: PropertyText; readonly span: Span };

function statements(
  word: StatementWord,
  { annotations }: Annotated,
  defined: DefinedProperties,
): readonly Statement[] {
  return annotations.flatMap((each) => {
    if (each.kind !== 'model') return [];
    return statementsOf(word, each.properties).map((expression) => ({
      title: expression.span.text.replaceAll(/\s+/g, ' '),
      said: propertyProgram(expression, { word, defined }),
      span: expression.span,
    }));
  });
}
