// References by names, types and fields: the queries of collect-references.ts and expression-references.ts for each
// name. Names in properties of models count as far as they may refer to the program.

import type {
  Argument,
  PropertyExpression,
  Referent,
  VariableExpression,
} from '../../../lang/session/analyse.ts';
import { writtenModule } from '../../../script/names/written-forms.ts';
import type { SeenForm } from '../check/sources.ts';
import type { Meanings } from './meanings.ts';
import {
  type Access,
  type CodeSymbol,
  type DefinedSymbol,
  type ModuleSymbols,
  parametersOf,
  rangeOf,
  type Reference,
  specOf,
  type TextRange,
} from './symbols.ts';

type WrittenName = VariableExpression['name'];
type WrittenType = NonNullable<Argument['type']>;
type Qualified = Extract<WrittenName, { kind: 'qualified' }>;
type Dynamic = Extract<WrittenName, { kind: 'dynamic' }>;
type WrittenModuleName = Qualified['module'];

export class NameReferences {
  readonly found: Reference[] = [];
  protected readonly seen: SeenForm;
  protected readonly meanings: Meanings;
  /** The symbols that the form itself defines. */
  protected readonly defined: ModuleSymbols | DefinedSymbol | undefined;
  /** Variables in scope, the innermost last. */
  private readonly scope: CodeSymbol[] = [];
  /** Schemas of parameters, variables, results and tables, as far as written types show them. */
  private readonly schemas = new Map<CodeSymbol, CodeSymbol>();
  /** Interfaces of module references. */
  private readonly interfaces = new Map<CodeSymbol, readonly ModuleSymbols[]>();
  /** The definition around the place. */
  protected owner: DefinedSymbol | undefined;

  constructor(seen: SeenForm, meanings: Meanings) {
    this.seen = seen;
    this.meanings = meanings;
    this.defined = meanings.defined;
  }

  add(span: TextRange, symbol: CodeSymbol, access: Access): void {
    this.found.push({ span: rangeOf(span), symbol, access });
  }

  // ---- scope ----

  within(owner: DefinedSymbol, run: () => void): void {
    this.owner = owner;
    // Fields are named only in models.
    this.scope.push(...owner.parameters, ...owner.fields);
    run();
    this.scope.length = 0;
    this.owner = undefined;
  }

  /** Runs with variables that are in scope only during `run`. */
  protected scoped(run: () => void): void {
    const { length } = this.scope;
    run();
    this.scope.length = length;
  }

  protected declare(symbol: CodeSymbol, { type }: Argument): void {
    this.scope.push(symbol);
    this.learn(symbol, type);
  }

  local(name: string): CodeSymbol | undefined {
    return this.scope.findLast((each) => each.name === name);
  }

  protected ownMember(name: string): CodeSymbol | undefined {
    const { defined } = this;
    if (defined?.kind === 'module') return defined.members.get(name)?.symbol;
    return defined?.symbol.name === name ? defined.symbol : undefined;
  }

  // ---- what types say ----

  /** Types of tables, parameters and results of a module, before its bodies are read. */
  protected signatureTypes({ symbol, parameters, written }: DefinedSymbol): void {
    this.learn(symbol, specOf(written)?.type);
    parametersOf(written).forEach(({ type }, i) => {
      const parameter = parameters[i];
      if (parameter !== undefined) this.learn(parameter, type);
    });
  }

  protected tableSchema({ symbol, written }: DefinedSymbol): void {
    if (written.kind !== 'deftable') return;
    const schema = this.meaningOf(written.schema);
    if (schema !== undefined) this.schemas.set(symbol, schema);
  }

  protected learn(symbol: CodeSymbol, type: WrittenType | undefined): void {
    const schema = this.schemaOfType(type);
    if (schema !== undefined) this.schemas.set(symbol, schema);
    if (type?.kind !== 'module-reference') return;
    const known = type.interfaces.map((each) => this.moduleNamed(each));
    this.interfaces.set(
      symbol,
      known.filter((each) => each !== undefined),
    );
  }

  /** A variable without a written type refers to the same modules as its value. */
  protected learnModules(symbol: CodeSymbol, value: CodeSymbol | undefined): void {
    if (value === undefined || this.interfaces.has(symbol)) return;
    const isModule = value.kind === 'module' || value.kind === 'interface';
    const module = isModule ? this.moduleCalled(value.name) : undefined;
    const known = module === undefined ? this.interfaces.get(value) : [module];
    if (known !== undefined) this.interfaces.set(symbol, known);
  }

  protected learnSchema(symbol: CodeSymbol, schema: CodeSymbol | undefined): void {
    if (schema !== undefined) this.schemas.set(symbol, schema);
  }

  protected schemaOf(symbol: CodeSymbol | undefined): CodeSymbol | undefined {
    return symbol === undefined ? undefined : this.schemas.get(symbol);
  }

  protected schemaOfType(type: WrittenType | undefined): CodeSymbol | undefined {
    if (type?.kind !== 'object-of' && type?.kind !== 'table-of') return undefined;
    return this.meaningOf(type.schema);
  }

  /** Adds a reference to a field by its name: a field of a schema of the project. */
  protected field(
    name: string,
    span: TextRange,
    schema: CodeSymbol | undefined,
    access: Access,
  ): void {
    if (schema?.module === undefined) return;
    const module =
      this.ownModule?.symbol.name === schema.module
        ? this.ownModule
        : this.meanings.module(schema.module);
    const known = module?.members.get(schema.name)?.fields.find((each) => each.name === name);
    if (known !== undefined) this.add(span, known, access);
  }

  /** The written type of a field, only for schemas of this module: in others, names have that module's meaning. */
  protected typeOfField(name: string, schema: CodeSymbol | undefined): WrittenType | undefined {
    if (schema === undefined || schema.module !== this.ownModule?.symbol.name) return undefined;
    const written = this.ownModule?.members.get(schema.name)?.written;
    if (written?.kind !== 'defschema') return undefined;
    return written.fields.find((each) => each.name === name)?.type;
  }

  // ---- names ----

  type(type: WrittenType | undefined): void {
    switch (type?.kind) {
      case 'list-of':
        return this.type(type.element);
      case 'object-of':
      case 'table-of':
        return this.schemaName(type.schema);
      case 'module-reference':
        for (const each of type.interfaces) this.moduleName(each, 'type');
        return;
      default:
    }
  }

  protected schemaName(name: WrittenName): void {
    const schema = this.meaningOf(name);
    this.qualifier(name);
    if (schema !== undefined && name.kind !== 'dynamic') this.add(lastPart(name), schema, 'type');
  }

  protected memberName(name: WrittenName, access: Access = 'read'): CodeSymbol | undefined {
    if (name.kind === 'dynamic') {
      this.dynamicName(name, access);
      return undefined;
    }
    const symbol = this.meaningOf(name);
    if (symbol === undefined) {
      this.qualifier(name);
      return undefined;
    }
    const isModule = symbol.kind === 'module' || symbol.kind === 'interface';
    // `ns.m` as a value is one name.
    if (!isModule) this.qualifier(name);
    this.add(isModule ? name.span : lastPart(name), symbol, isModule ? 'read' : access);
    return symbol;
  }

  protected moduleName(name: WrittenModuleName, access: Access): ModuleSymbols | undefined {
    const module = this.moduleNamed(name);
    const symbol = this.referentAt(name.span) ?? module?.symbol;
    if (symbol !== undefined) this.add(name.span, symbol, access);
    return module;
  }

  private qualifier(name: WrittenName): void {
    if (name.kind !== 'qualified') return;
    const { span } = name.module;
    const referent = this.seen.referents.get(span.start);
    // The meaning of the whole name shows which version of the module it refers to.
    const module =
      referent?.kind === 'member' ? this.moduleOf(referent) : this.moduleNamed(name.module)?.symbol;
    if (module !== undefined) this.add(span, module, 'qualifier');
  }

  /** Resolves `x::f` to the member of the first interface of `x` that has it. */
  private dynamicName({ name, call, span }: Dynamic, access: Access): void {
    const variable = this.local(name);
    if (variable === undefined) return;
    this.add({ start: span.start, end: span.start + name.length }, variable, 'read');
    for (const each of this.interfaces.get(variable) ?? []) {
      const member = each.members.get(call)?.symbol;
      if (member === undefined) continue;
      return this.add({ start: span.end - call.length, end: span.end }, member, access);
    }
  }

  /** Returns the meaning of a name, even if resolution did not reach it. */
  protected meaningOf(name: WrittenName): CodeSymbol | undefined {
    const resolved = this.referentAt(name.span, textOf(name));
    if (resolved !== undefined) return resolved;
    if (name.kind === 'bare') return this.bareName(name.name);
    if (name.kind === 'dynamic') return undefined;
    const member = this.moduleNamed(name.module)?.members.get(name.name)?.symbol;
    if (member !== undefined || name.module.namespace !== undefined) return member;
    return this.meanings.module(`${name.module.name}.${name.name}`)?.symbol;
  }

  /** The order of resolution: builtins shadow everything, members of the module shadow imports. */
  private bareName(name: string): CodeSymbol | undefined {
    return (
      this.meanings.builtin(name, this.seen.file.dialect) ??
      this.local(name) ??
      this.ownMember(name) ??
      this.meanings.script(name)?.symbol ??
      this.moduleCalled(name)?.symbol
    );
  }

  protected referentAt({ start }: TextRange, text?: string): CodeSymbol | undefined {
    const referent = this.seen.referents.get(start);
    return referent === undefined ? undefined : this.symbolOf(referent, text);
  }

  private symbolOf(referent: Referent, text: string | undefined): CodeSymbol | undefined {
    switch (referent.kind) {
      case 'local':
        return text === undefined ? undefined : this.local(text);
      case 'builtin':
        return this.meanings.builtinNamed('builtin', text ?? referent.name);
      case 'special-form':
        return this.meanings.builtinNamed('special-form', referent.name);
      case 'module':
      case 'interface': {
        const { text: name } = referent.module;
        return this.moduleCalled(name)?.symbol ?? { kind: referent.kind, name };
      }
      case 'dynamic':
        return undefined;
      case 'member': {
        const isOwn = referent.module.text === this.ownModule?.symbol.name;
        return (
          (isOwn ? this.ownMember(referent.name) : undefined) ?? this.meanings.member(referent)
        );
      }
    }
  }

  private moduleOf(referent: Extract<Referent, { kind: 'member' }>): CodeSymbol {
    const own = this.ownModule?.symbol;
    return own?.name === referent.module.text ? own : this.meanings.moduleOf(referent);
  }

  protected get ownModule(): ModuleSymbols | undefined {
    return this.defined?.kind === 'module' ? this.defined : undefined;
  }

  private moduleNamed(name: WrittenModuleName): ModuleSymbols | undefined {
    return this.moduleCalled(writtenModule(name));
  }

  /** In the root, otherwise in the namespace. */
  private moduleCalled(name: string): ModuleSymbols | undefined {
    const { namespace } = this.seen;
    const inside = `${namespace}.${name}`;
    for (const each of namespace === '' ? [name] : [name, inside]) {
      if (this.ownModule?.symbol.name === each) return this.ownModule;
      const known = this.meanings.module(each);
      if (known !== undefined) return known;
    }
    return undefined;
  }
}

const textOf = (name: WrittenName): string => name.name;

/** Returns the place of `f` in `ns.m.f`. */
const lastPart = ({ name, span }: Exclude<WrittenName, Dynamic>): TextRange => ({
  start: span.end - name.length,
  end: span.end,
});

type Atom = Extract<PropertyExpression, { kind: 'property-atom' }>;

/** In the order of the text. */
export function namesInProperty(property: PropertyExpression): readonly Atom['name'][] {
  const atoms: Atom[] = [];
  const bound = new Set<string>();
  collect([property], atoms, bound);
  return atoms
    .map(({ name }) => name)
    .filter((name) => name.kind !== 'bare' || !bound.has(name.name));
}

function collect(items: readonly PropertyExpression[], atoms: Atom[], bound: Set<string>): void {
  items.forEach((item, at) => {
    if (item.kind === 'property-sequence') {
      const before = items[at - 1];
      if (before?.kind === 'property-keyword') bindFirst(item, before.keyword, bound);
      collect(item.items, atoms, bound);
    } else if (item.kind === 'property-atom') {
      if (isColon(items[at - 1])) return;
      if (isColon(items[at + 1])) bound.add(item.name.name);
      else atoms.push(item);
    }
  });
}

type Sequence = Extract<PropertyExpression, { kind: 'property-sequence' }>;

/** Reads `((x 1) (y 2))` of a let, `(x y)` of a lambda. */
function bindFirst({ items }: Sequence, keyword: 'let' | 'lambda', bound: Set<string>): void {
  for (const item of items) {
    const name = keyword === 'let' && item.kind === 'property-sequence' ? item.items[0] : item;
    if (name?.kind === 'property-atom') bound.add(name.name.name);
  }
}

const isColon = (item: PropertyExpression | undefined): boolean =>
  item?.kind === 'property-delimiter' && item.delimiter === ':';
