// The references in one form of a file: every written name, with its meaning. Resolution finds the meaning of names
// (src/lang/resolve); where it stopped at an error, the names in scope decide.

import type { Span } from '../../../base/span.ts';
import type { TopLevel } from '../../../lang/session/analyse.ts';
import type { SeenForm } from '../check/sources.ts';
import type { WrittenDefinition, WrittenModule } from '../../../script/names/written-forms.ts';
import {
  covers,
  type DefinedSymbol,
  type ModuleSymbols,
  parametersOf,
  type Reference,
  specOf,
} from './symbols.ts';
import { ExpressionReferences } from './expression-references.ts';
import type { Meanings } from './meanings.ts';
import { namesInProperty } from './name-references.ts';

/**
 * One form of a file in one walk. The references of a definition are found on request: most queries are about one place, or
 * one name.
 */
export class FormAnalysis {
  readonly seen: SeenForm;
  readonly meanings: Meanings;
  private collector: FormReferences | undefined;
  private readonly found = new Map<DefinedSymbol | undefined, readonly Reference[]>();
  private sorted: readonly Reference[] | undefined;

  constructor(seen: SeenForm, meanings: Meanings) {
    this.seen = seen;
    this.meanings = meanings;
  }

  /** The symbols that the form itself defines. */
  get defined(): Meanings['defined'] {
    return this.meanings.defined;
  }

  /** In the order of the text. */
  get references(): readonly Reference[] {
    this.sorted ??= [undefined, ...this.definitions].flatMap((each) => this.in(each)).sort(byPlace);
    return this.sorted;
  }

  /** Returns all references near an offset: those in the definition around it, or outside of definitions. */
  referencesAround(offset: number): readonly Reference[] {
    if (this.sorted !== undefined) return this.sorted;
    return this.in(this.definitions.find((each) => covers(each.written.span, offset)));
  }

  /** Returns at least all references to things of this name. */
  referencesNaming(name: string): readonly Reference[] {
    if (this.sorted !== undefined) return this.sorted;
    const named = this.definitions.filter(({ written }) => written.span.text.includes(name));
    return [undefined, ...named].flatMap((each) => this.in(each)).sort(byPlace);
  }

  /** The definitions of a module; other forms are not divided. */
  private get definitions(): readonly DefinedSymbol[] {
    return this.defined?.kind === 'module' ? this.defined.all : [];
  }

  /** References in a definition, or in the rest of the form. */
  private in(defined: DefinedSymbol | undefined): readonly Reference[] {
    let found = this.found.get(defined);
    if (found === undefined) {
      this.collector ??= new FormReferences(this.seen, this.meanings);
      found = this.collector.in(defined);
      this.found.set(defined, found);
    }
    return found;
  }
}

const byPlace = (left: Reference, right: Reference): number => left.span.start - right.span.start;

class FormReferences extends ExpressionReferences {
  constructor(seen: SeenForm, meanings: Meanings) {
    super(seen, meanings);
    const { defined } = this;
    if (defined?.kind !== 'module') return;
    // Schemas and tables come first, because the fields of the others depend on them.
    for (const each of defined.all) if (each.symbol.kind === 'table') this.tableSchema(each);
    for (const each of defined.all) this.signatureTypes(each);
  }

  in(defined: DefinedSymbol | undefined): readonly Reference[] {
    if (defined === undefined) this.form();
    else this.definition(defined);
    return this.found.splice(0).sort(byPlace);
  }

  /** Everything except the definitions of a module. */
  private form(): void {
    const {
      seen: { form },
      defined,
    } = this;
    switch (form.kind) {
      case 'module':
      case 'interface':
        if (defined?.kind === 'module') this.moduleForm(defined);
        return;
      case 'use':
        return this.importForm(form);
      case 'term':
        return this.expression(form.expression);
      case 'defun':
      case 'defconst':
        if (defined?.kind === 'definition') this.definition(defined);
    }
  }

  private moduleForm({ written, symbol }: ModuleSymbols): void {
    this.keyword(written.span, written.kind);
    this.add(written.name.span, symbol, 'definition');
    this.models(written.annotations);
    if (written.kind === 'module') {
      this.governance(written);
      for (const each of written.external) {
        if (each.kind === 'use') this.importForm(each);
        else this.keyword(each.span, each.kind);
        if (each.kind === 'implements') this.moduleName(each.module, 'implement');
      }
    } else for (const each of written.imports) this.importForm(each);
  }

  private governance({ governance }: Extract<TopLevel, { kind: 'module' }>): void {
    if (governance.kind === 'keyset-governance') {
      return this.add(governance.span, { kind: 'keyset', name: governance.name }, 'read');
    }
    const capability = this.ownMember(governance.name);
    if (capability !== undefined) this.add(governance.span, capability, 'read');
  }

  private importForm(written: Extract<TopLevel, { kind: 'use' }>): void {
    this.keyword(written.span, 'use');
    const module = this.moduleName(written.module, 'import');
    for (const { text, span } of written.imported ?? []) {
      const found = this.referentAt(span) ?? module?.members.get(text)?.symbol;
      if (found !== undefined) this.add(span, found, 'import');
    }
  }

  private definition(defined: DefinedSymbol): void {
    const { written, symbol } = defined;
    this.keyword(written.span, keywordOf(written));
    if (symbol.place !== undefined) this.add(symbol.place.nameSpan, symbol, 'definition');
    for (const each of [...defined.fields, ...defined.parameters]) {
      if (each.place !== undefined) this.add(each.place.nameSpan, each, 'definition');
    }
    this.within(defined, () => this.parts(written));
  }

  private parts(written: WrittenDefinition): void {
    if (written.kind !== 'defconst' && written.kind !== 'deftable')
      this.models(written.annotations);
    for (const { type } of parametersOf(written)) this.type(type);
    this.type(specOf(written)?.type);
    switch (written.kind) {
      case 'defschema':
        for (const { type } of written.fields) this.type(type);
        return;
      case 'deftable':
        this.schemaName(written.schema);
        return;
      case 'defconst':
        return this.expression(written.value, this.schemaOfType(written.spec.type));
      case 'defcap':
        this.manager(written.meta);
        return this.body(written.body);
      case 'interface-defcap':
        return this.manager(written.meta);
      case 'defun':
        return this.body(written.body, this.schemaOfType(written.spec.type));
      case 'defpact':
        for (const step of written.steps) {
          this.keyword(step.span, step.kind);
          if (step.entity !== undefined) this.expression(step.entity);
          this.expression(step.expression);
          if (step.model !== undefined) this.models([step.model]);
          if (step.kind === 'step-with-rollback') this.expression(step.rollback);
        }
        return;
      default:
    }
  }

  /** Parameters, fields and members may occur there; most names belong to the language of models. */
  private models(annotations: WrittenModule['annotations']): void {
    for (const each of annotations) {
      if (each.kind !== 'model') continue;
      for (const name of each.properties.flatMap(namesInProperty)) this.memberName(name);
    }
  }

  private manager(meta: Extract<WrittenDefinition, { kind: 'defcap' }>['meta']): void {
    if (meta?.kind !== 'managed') return;
    const parameter = this.local(meta.parameter.text);
    if (parameter !== undefined) this.add(meta.parameter.span, parameter, 'read');
    this.memberName(meta.manager);
  }

  /** The word after an opening parenthesis. */
  private keyword(span: Span, word: string): void {
    const at = span.source.text.indexOf(word, span.start);
    if (at === -1 || at >= span.end) return;
    this.add(
      { start: at, end: at + word.length },
      this.meanings.builtinNamed('special-form', word),
      'read',
    );
  }
}

const keywordOf = ({ kind }: WrittenDefinition): string => kind.replace('interface-', '');
