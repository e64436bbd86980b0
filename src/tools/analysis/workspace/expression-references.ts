// References in expressions: variables with their scopes, calls, tables that are read or written, and fields if the
// text shows their schema.

import {
  coreBuiltins,
  builtinsThatWrite,
  type Argument,
  type Expression,
} from '../../../lang/session/analyse.ts';
import { NameReferences } from './name-references.ts';
import { type Access, type CodeSymbol, rangeOf, type TextRange } from './symbols.ts';

type Node<K extends Expression['kind']> = Extract<Expression, { kind: K }>;
type Call = Node<'application'>;

export class ExpressionReferences extends NameReferences {
  /** The result of the last one has the schema. */
  protected body(expressions: readonly Expression[], schema?: CodeSymbol): void {
    expressions.forEach((each, i) => {
      this.expression(each, i === expressions.length - 1 ? schema : undefined);
    });
  }

  protected expression(expression: Expression, schema?: CodeSymbol): void {
    switch (expression.kind) {
      case 'variable':
        this.memberName(expression.name);
        return;
      case 'application':
        return this.call(expression, schema);
      case 'let':
        return this.letForm(expression, schema);
      case 'lambda':
        return this.lambda(expression);
      case 'list':
        return this.body(expression.items);
      case 'object':
        for (const { field, value, span } of expression.fields) {
          this.field(field, span, schema, 'write');
          this.expression(value);
        }
        return;
      case 'binding':
        return this.binding(expression, undefined);
      case 'constant':
    }
  }

  private letForm({ binders, body, form, span }: Node<'let'>, schema?: CodeSymbol): void {
    this.headWord(span, form);
    this.scoped(() => {
      for (const { argument, value, span: whole } of binders) {
        const written = this.schemaOfType(argument.type);
        this.expression(value, written);
        const variable = this.variable('local', argument, whole);
        this.learnSchema(variable, written ?? this.schemaOfExpression(value));
        if (value.kind === 'variable') this.learnModules(variable, this.meaningOf(value.name));
      }
      this.body(body, schema);
    });
  }

  /** `row`: the schema of its last parameter, if that has no written type. */
  private lambda({ parameters, body, span }: Node<'lambda'>, row?: CodeSymbol): void {
    this.headWord(span, 'lambda');
    this.scoped(() => {
      for (const each of parameters) {
        const variable = this.variable('parameter', each, each.span);
        const isRow = each === parameters.at(-1) && each.type === undefined;
        if (isRow) this.learnSchema(variable, row);
      }
      this.body(body);
    });
  }

  private binding({ pairs, body }: Node<'binding'>, schema: CodeSymbol | undefined): void {
    this.scoped(() => {
      for (const { field, argument, span } of pairs) {
        this.field(field, span, schema, 'read');
        const variable = this.variable('local', argument, argument.span);
        if (argument.type === undefined) this.learn(variable, this.typeOfField(field, schema));
      }
      this.body(body);
    });
  }

  private variable(kind: 'local' | 'parameter', argument: Argument, whole: TextRange): CodeSymbol {
    const { owner, seen } = this;
    this.type(argument.type);
    const symbol: CodeSymbol = {
      kind,
      name: argument.name,
      ...(owner?.symbol.module !== undefined && { module: owner.symbol.module }),
      ...(owner !== undefined && { owner: owner.symbol.name }),
      place: { path: seen.file.path, span: rangeOf(whole), nameSpan: rangeOf(argument.span) },
    };
    this.add(argument.span, symbol, 'definition');
    this.declare(symbol, argument);
    return symbol;
  }

  private headWord(span: TextRange, word: string): void {
    const { text } = this.seen.file.source;
    const start = text.indexOf(word, span.start);
    const symbol = this.meanings.builtinNamed('special-form', word);
    if (start !== -1) this.add({ start, end: start + word.length }, symbol, 'read');
  }

  // ---- calls ----

  private call({ head, args }: Call, schema: CodeSymbol | undefined): void {
    if (head.kind !== 'variable') {
      this.expression(head);
      return this.body(args);
    }
    const callee = this.memberName(head.name, 'call');
    if (callee?.kind === 'builtin') return this.builtinCall(callee.name, args);
    const isBranch = callee?.kind === 'special-form' && passesResult.has(callee.name);
    const parameters = this.parametersOf(callee);
    args.forEach((arg, i) => {
      const isResult = isBranch && i > 0;
      this.expression(arg, isResult ? schema : this.schemaOf(parameters?.[i]));
    });
  }

  private parametersOf(callee: CodeSymbol | undefined): readonly CodeSymbol[] | undefined {
    const { ownModule } = this;
    if (callee?.module === undefined || ownModule?.symbol.name !== callee.module) return undefined;
    return ownModule.members.get(callee.name)?.parameters;
  }

  private builtinCall(name: string, args: readonly Expression[]): void {
    const names = namingBuiltins.get(name);
    const [first] = args;
    if (names !== undefined && first !== undefined) this.namedByString(first, names);
    const schema = this.schemaOfExpression(first);
    const access: Access = writing.has(name) ? 'write' : 'read';
    args.forEach((arg, i) => {
      if (i === 0 && arg.kind === 'variable') return void this.memberName(arg.name, access);
      if (arg.kind === 'binding') return this.binding(arg, this.boundSchema(name, args));
      if (passesRows.has(name)) {
        if (arg.kind === 'lambda') return this.lambda(arg, schema);
        this.soughtFields(arg, schema);
      }
      if (tableBuiltins.has(name)) {
        this.fieldNames(arg, schema);
        return this.expression(arg, schema);
      }
      if (name === 'at' && i === 0) this.fieldNames(arg, this.schemaOfExpression(args[1]));
      return this.expression(arg);
    });
  }

  /** Fields of the object that a binding destructures. */
  private boundSchema(name: string, args: readonly Expression[]): CodeSymbol | undefined {
    return name === 'bind' || tableBuiltins.has(name)
      ? this.schemaOfExpression(args[0])
      : undefined;
  }

  /** `'field`, `['field ...]` */
  private fieldNames(expression: Expression, schema: CodeSymbol | undefined): void {
    if (schema === undefined) return;
    if (expression.kind === 'list') {
      for (const each of expression.items) this.fieldNames(each, schema);
    } else if (expression.kind === 'constant' && expression.literal.kind === 'string') {
      this.field(expression.literal.value, expression.span, schema, 'read');
    }
  }

  /** `(where 'field ...)`, also within `and?`, `or?` and `not?`. */
  private soughtFields(expression: Expression, schema: CodeSymbol | undefined): void {
    if (expression.kind !== 'application' || expression.head.kind !== 'variable') return;
    const { name } = expression.head.name;
    const [first] = expression.args;
    if (name === 'where' && first !== undefined) this.fieldNames(first, schema);
    else if (name === 'and?' || name === 'or?' || name === 'not?') {
      for (const each of expression.args) this.soughtFields(each, schema);
    }
  }

  private namedByString(expression: Expression, { kind, access }: Naming): void {
    if (expression.kind !== 'constant' || expression.literal.kind !== 'string') return;
    this.add(expression.span, { kind, name: expression.literal.value }, access);
  }

  /** Returns the schema of a table or object, if written types show it. */
  private schemaOfExpression(expression: Expression | undefined): CodeSymbol | undefined {
    if (expression?.kind === 'variable') return this.schemaOf(this.meaningOf(expression.name));
    if (expression?.kind !== 'application' || expression.head.kind !== 'variable') return undefined;
    const callee = this.meaningOf(expression.head.name);
    if (callee?.kind !== 'builtin') return this.schemaOf(callee);
    const [first, second] = expression.args;
    if (callee.name === 'read') return this.schemaOfExpression(first);
    if (callee.name !== 'at' || first?.kind !== 'constant') return undefined;
    const { literal } = first;
    if (literal.kind !== 'string') return undefined;
    return this.schemaOfType(this.typeOfField(literal.value, this.schemaOfExpression(second)));
  }
}

/** Special forms whose later arguments are results. */
const passesResult: ReadonlySet<string> = new Set(['if', 'with-capability', 'do', 'cond']);

const writing: ReadonlySet<string> = new Set(builtinsThatWrite(coreBuiltins));

/** Builtins whose first argument is a table. */
const tableBuiltins: ReadonlySet<string> = new Set([
  'insert',
  'update',
  'write',
  'read',
  'with-read',
  'with-default-read',
  'select',
  'fold-db',
]);

/** Builtins that pass rows to functions, which are the last argument of these. */
const passesRows: ReadonlySet<string> = new Set(['select', 'fold-db']);

type Naming = { readonly kind: 'keyset' | 'namespace'; readonly access: Access };

/** Builtins whose first argument is a name. */
const namingBuiltins: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ['define-keyset', { kind: 'keyset', access: 'definition' }],
  ['describe-keyset', { kind: 'keyset', access: 'read' }],
  ['enforce-keyset', { kind: 'keyset', access: 'read' }],
  ['keyset-ref-guard', { kind: 'keyset', access: 'read' }],
  ['define-namespace', { kind: 'namespace', access: 'definition' }],
  ['describe-namespace', { kind: 'namespace', access: 'read' }],
  ['namespace', { kind: 'namespace', access: 'read' }],
]);
