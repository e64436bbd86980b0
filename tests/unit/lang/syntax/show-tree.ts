// Shows parse trees as short texts.
import { Source } from '../../../../src/base/span.ts';
import type {
  Annotation,
  CapabilityMeta,
  Definition,
  Expression,
  ExternalDeclaration,
  InterfaceDefinition,
  Literal,
  ModuleName,
  ParsedName,
  PropertyExpression,
  Step,
  TopLevel,
  Type,
} from '../../../../src/lang/syntax/ast.ts';
import { parseProgram, type ParsedProgram } from '../../../../src/lang/syntax/parse.ts';

export function parse(text: string, dialect: 'pact' | 'repl' = 'repl'): ParsedProgram {
  return parseProgram(new Source('test', text), { dialect });
}

/** Returns the trees of a valid text, one after the other; otherwise the first error. */
export function tree(text: string, dialect: 'pact' | 'repl' = 'repl'): string {
  const { value, diagnostics } = parse(text, dialect);
  const [error] = diagnostics;
  return error === undefined ? value.map(showTopLevel).join(' ') : `error: ${error.message}`;
}

/** Returns the message and range of the first error, as `start-end` in UTF-16 offsets. */
export function firstError(text: string, dialect: 'pact' | 'repl' = 'repl'): string {
  const [error] = parse(text, dialect).diagnostics;
  return error === undefined ? 'none' : `${error.message} @${error.span.start}-${error.span.end}`;
}

type Item = Definition | InterfaceDefinition | ExternalDeclaration;

function showTopLevel(form: TopLevel): string {
  switch (form.kind) {
    case 'term':
      return showExpression(form.expression);
    case 'module': {
      const governance = `${form.governance.kind === 'keyset-governance' ? 'keyset' : 'cap'}=${form.governance.name}`;
      const items = [...form.external, ...form.definitions].map(showItem);
      return list('module', form.name.text, governance, ...notes(form.annotations), ...items);
    }
    case 'interface': {
      const items = [...form.imports, ...form.definitions].map(showItem);
      return list('interface', form.name.text, ...notes(form.annotations), ...items);
    }
    default:
      return showItem(form);
  }
}

function showItem(item: Item): string {
  switch (item.kind) {
    case 'use': {
      const imported = item.imported?.map(({ text }) => text).join(' ');
      return list(
        'use',
        showModule(item.module),
        item.hash === undefined ? '' : `hash=${item.hash}`,
        imported === undefined ? '' : `[${imported}]`,
      );
    }
    case 'bless':
      return list('bless', item.hash);
    case 'implements':
      return list('implements', showModule(item.module));
    case 'defconst':
      return list(
        'defconst',
        showArgument(item.spec),
        showExpression(item.value),
        ...notes(item.doc),
      );
    case 'defschema':
      return list(
        'defschema',
        item.name.text,
        ...notes(item.annotations),
        ...item.fields.map(showArgument),
      );
    case 'deftable':
      return list('deftable', item.name.text, showName(item.schema), ...notes(item.doc));
    default: {
      const parameters = `(${item.parameters.map(showArgument).join(' ')})`;
      const meta = 'meta' in item ? showMeta(item.meta) : '';
      const body = 'body' in item ? item.body.map(showExpression) : [];
      const steps = 'steps' in item ? item.steps.map(showStep) : [];
      const head = [showArgument(item.spec), parameters, ...notes(item.annotations), meta];
      return list(item.kind, ...head, ...body, ...steps);
    }
  }
}

function showStep(step: Step): string {
  return list(
    step.kind,
    step.entity === undefined ? '' : `entity=${showExpression(step.entity)}`,
    showExpression(step.expression),
    step.kind === 'step' ? '' : `rollback=${showExpression(step.rollback)}`,
    ...notes(step.model),
  );
}

function showMeta(meta: CapabilityMeta | undefined): string {
  if (meta === undefined) return '';
  if (meta.kind !== 'managed') return meta.kind;
  return `managed=${meta.parameter.text},${showName(meta.manager)}`;
}

function notes(annotations: readonly Annotation[] | Annotation | undefined): string[] {
  if (annotations === undefined) return [];
  const all = 'kind' in annotations ? [annotations] : annotations;
  return all.map((annotation) =>
    annotation.kind === 'model'
      ? `model=[${annotation.properties.map(showProperty).join(' ')}]`
      : `${annotation.style === 'string' ? 'docstring' : 'doc'}=${annotation.text}`,
  );
}

function showProperty(property: PropertyExpression): string {
  switch (property.kind) {
    case 'property-atom':
      return showName(property.name);
    case 'property-keyword':
      return `kw:${property.keyword}`;
    case 'property-delimiter':
      return `'${property.delimiter}'`;
    case 'property-sequence':
      return list(...property.items.map(showProperty));
    case 'property-constant':
      return showLiteral(property.literal);
  }
}

export function showExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'variable':
      return showName(expression.name);
    case 'constant':
      return showLiteral(expression.literal);
    case 'list':
      return `[${expression.items.map(showExpression).join(' ')}]`;
    case 'object':
      return `{${expression.fields.map(({ field, value }) => `${field}: ${showExpression(value)}`).join(', ')}}`;
    case 'application':
      return list('call', showExpression(expression.head), ...expression.args.map(showExpression));
    case 'binding': {
      const pairs = expression.pairs.map(
        ({ field, argument }) => `${field}:=${showArgument(argument)}`,
      );
      return list('binding', ...pairs, '->', ...expression.body.map(showExpression));
    }
    case 'lambda': {
      const parameters = `(${expression.parameters.map(showArgument).join(' ')})`;
      return list('lambda', parameters, ...expression.body.map(showExpression));
    }
    case 'let': {
      const binders = expression.binders.map(
        ({ argument, value }) => `${showArgument(argument)}=${showExpression(value)}`,
      );
      return list(expression.form, ...binders, '->', ...expression.body.map(showExpression));
    }
  }
}

function showLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'string':
      return JSON.stringify(literal.value);
    case 'decimal':
      return `${literal.mantissa}e-${literal.places}`;
    case 'unit':
      return '()';
    default:
      return String(literal.value);
  }
}

function showArgument({ name, type }: { name: string; type: Type | undefined }): string {
  return type === undefined ? name : `${name}:${showType(type)}`;
}

function showType(type: Type): string {
  switch (type.kind) {
    case 'primitive':
      return type.name;
    case 'list-of':
      return `[${showType(type.element)}]`;
    case 'module-reference':
      return `module{${type.interfaces.map(showModule).join(',')}}`;
    case 'object-of':
      return `object{${showName(type.schema)}}`;
    case 'table-of':
      return `table{${showName(type.schema)}}`;
    default:
      return type.kind;
  }
}

function showName(name: ParsedName): string {
  switch (name.kind) {
    case 'bare':
      return name.name;
    case 'qualified':
      return `${showModule(name.module)}.${name.name}`;
    case 'dynamic':
      return `${name.name}::${name.call}`;
  }
}

function showModule({ name, namespace }: ModuleName): string {
  return namespace === undefined ? name : `${namespace}.${name}`;
}

function list(...parts: string[]): string {
  return `(${parts.filter((part) => part !== '').join(' ')})`;
}
