// Productions of definitions, annotations and models. See parser.ts.

import type * as ast from '../src/lang/syntax/ast.ts';
import { orElse } from './token-reader.ts';
import { ExpressionParser, type Alternatives, type Rule } from './expression-parser.ts';
import * as t from './tokens.ts';

// prettier-ignore
const propertyStarts = [
  t.Let, t.Lambda, t.True, t.False, t.LeftBrace, t.RightBrace, t.LeftParen, t.LeftBracket,
  t.Comma, t.Colon, t.Identifier, t.NumberToken, t.StringToken, t.SymbolToken,
];
const propertyOrCloseParen = orElse(t.RightParen, propertyStarts);
const propertyOrCloseBracket = orElse(t.RightBracket, propertyStarts);

export class DefinitionParser extends ExpressionParser {
  readonly defun: Rule<ast.Defun> = this.RULE('defun', () => {
    this.CONSUME(t.Defun);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    const annotations = this.SUBRULE(this.annotations);
    return this.build.defun(spec, parameters, annotations, this.SUBRULE(this.body));
  });

  readonly defconst: Rule<ast.DefConst> = this.RULE('defconst', () => {
    this.CONSUME(t.DefConst);
    const spec = this.SUBRULE(this.argument);
    const value = this.SUBRULE(this.expression);
    return this.build.defconst(spec, value, this.SUBRULE(this.doc));
  });

  readonly defcap: Rule<ast.DefCap> = this.RULE('defcap', () => {
    this.CONSUME(t.DefCap);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    const annotations = this.SUBRULE(this.annotations);
    const meta = this.SUBRULE(this.capabilityMeta);
    return this.build.defcap(spec, parameters, annotations, meta, this.SUBRULE(this.body));
  });

  readonly defschema: Rule<ast.DefSchema> = this.RULE('defschema', () => {
    this.CONSUME(t.DefSchema);
    const name = this.CONSUME(t.Identifier);
    const annotations = this.SUBRULE(this.annotations);
    const fields: ast.Argument[] = [];
    this.MANY(() => fields.push(this.SUBRULE(this.argument)));
    return this.build.defschema(name, annotations, fields);
  });

  readonly deftable: Rule<ast.DefTable> = this.RULE('deftable', () => {
    this.CONSUME(t.DefTable);
    const name = this.CONSUME(t.Identifier);
    this.CONSUME(t.Colon);
    this.CONSUME(t.LeftBrace);
    const schema = this.SUBRULE(this.parsedName);
    this.CONSUME(t.RightBrace);
    return this.build.deftable(name, schema, this.SUBRULE(this.doc));
  });

  readonly defpact: Rule<ast.DefPact> = this.RULE('defpact', () => {
    this.CONSUME(t.DefPact);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    const annotations = this.SUBRULE(this.annotations);
    const steps: ast.Step[] = [];
    this.AT_LEAST_ONE(() => steps.push(this.SUBRULE(this.defpactStep)));
    return this.build.defpact(spec, parameters, annotations, steps);
  });

  private readonly steps: Alternatives<ast.Step> = [
    { ALT: () => this.enclosed(1, this.step) },
    { ALT: () => this.enclosed(2, this.stepWithRollback) },
  ];
  readonly defpactStep: Rule<ast.Step> = this.RULE('defpactStep', () =>
    this.afterParen(this.steps),
  );

  // An extra expression is the entity of older releases.
  readonly step: Rule<ast.Step> = this.RULE('step', () => {
    this.CONSUME(t.Step);
    const first = this.SUBRULE(this.expression);
    const second = this.OPTION(() => this.SUBRULE1(this.expression));
    const model = this.OPTION1(() => this.SUBRULE(this.modelAnnotation));
    return this.build.step(first, second, model);
  });

  readonly stepWithRollback: Rule<ast.Step> = this.RULE('stepWithRollback', () => {
    this.CONSUME(t.StepWithRollback);
    const first = this.SUBRULE(this.expression);
    const second = this.SUBRULE1(this.expression);
    const third = this.OPTION(() => this.SUBRULE2(this.expression));
    const model = this.OPTION1(() => this.SUBRULE(this.modelAnnotation));
    return this.build.stepWithRollback(first, second, third, model);
  });

  // ---- signatures in interfaces ----

  readonly interfaceDefun: Rule<ast.InterfaceDefun> = this.RULE('interfaceDefun', () => {
    this.CONSUME(t.Defun);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    return this.build.interfaceDefun(spec, parameters, this.SUBRULE(this.annotations));
  });

  readonly interfaceDefcap: Rule<ast.InterfaceDefCap> = this.RULE('interfaceDefcap', () => {
    this.CONSUME(t.DefCap);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    const annotations = this.SUBRULE(this.annotations);
    const meta = this.SUBRULE(this.capabilityMeta);
    return this.build.interfaceDefcap(spec, parameters, annotations, meta);
  });

  readonly interfaceDefpact: Rule<ast.InterfaceDefPact> = this.RULE('interfaceDefpact', () => {
    this.CONSUME(t.DefPact);
    const spec = this.SUBRULE(this.argument);
    const parameters = this.SUBRULE(this.parameters);
    return this.build.interfaceDefpact(spec, parameters, this.SUBRULE(this.annotations));
  });

  // ---- annotations ----

  private readonly managedParts = (): ast.CapabilityMeta => {
    const managed = this.LA(0);
    const parameter = this.CONSUME(t.Identifier);
    const manager = this.SUBRULE(this.parsedName);
    return this.build.managed(managed, parameter, manager, this.LA(0));
  };
  private readonly metas: Alternatives<ast.CapabilityMeta> = [
    {
      ALT: () => {
        const managed = this.CONSUME(t.AtManaged);
        return this.OPTION1(this.managedParts) ?? this.build.autoManaged(managed);
      },
    },
    { ALT: () => this.build.event(this.CONSUME(t.AtEvent)) },
  ];
  readonly capabilityMeta: Rule<ast.CapabilityMeta | undefined> = this.RULE('capabilityMeta', () =>
    this.OPTION(() => this.OR(this.metas)),
  );

  /** `@doc` and `@model` in either order, or a lone string. */
  private readonly annotationOrders: Alternatives<readonly ast.Annotation[]> = [
    {
      ALT: () => {
        const doc = this.SUBRULE(this.docAnnotation);
        const model = this.OPTION1(() => this.SUBRULE(this.modelAnnotation));
        return model === undefined ? [doc] : [doc, model];
      },
    },
    {
      ALT: () => {
        const model = this.SUBRULE1(this.modelAnnotation);
        const doc = this.OPTION2(() => this.SUBRULE1(this.docAnnotation));
        return doc === undefined ? [model] : [model, doc];
      },
    },
    { ALT: () => [this.build.docString(this.CONSUME(t.StringToken))] },
  ];
  readonly annotations: Rule<readonly ast.Annotation[]> = this.RULE(
    'annotations',
    () => this.OPTION(() => this.OR(this.annotationOrders)) ?? [],
  );

  private readonly docs: Alternatives<ast.DocAnnotation> = [
    { ALT: () => this.SUBRULE(this.docAnnotation) },
    { ALT: () => this.build.docString(this.CONSUME(t.StringToken)) },
  ];
  readonly doc: Rule<ast.DocAnnotation | undefined> = this.RULE('doc', () =>
    this.OPTION(() => this.OR(this.docs)),
  );

  readonly docAnnotation: Rule<ast.DocAnnotation> = this.RULE('docAnnotation', () => {
    const keyword = this.CONSUME(t.AtDoc);
    return this.build.docAnnotation(keyword, this.CONSUME(t.StringToken));
  });

  readonly modelAnnotation: Rule<ast.ModelAnnotation> = this.RULE('modelAnnotation', () => {
    const properties: ast.PropertyExpression[] = [];
    const keyword = this.CONSUME(t.AtModel);
    this.CONSUME(t.LeftBracket);
    this.MANY(() => properties.push(this.SUBRULE(this.property)));
    return this.build.model(keyword, properties, this.CONSUME(t.RightBracket));
  });

  // ---- expressions of models ----

  private readonly propertyAlternatives: Alternatives<ast.PropertyExpression> = [
    { ALT: () => this.SUBRULE(this.propertyParens) },
    { ALT: () => this.SUBRULE(this.propertyBrackets) },
    { ALT: () => this.build.propertyAtom(this.name()) },
    ...this.literals.map(({ ALT }) => ({ ALT: () => this.build.propertyConstant(ALT()) })),
    { ALT: () => this.build.propertyKeyword(this.CONSUME(t.Let), 'let') },
    { ALT: () => this.build.propertyKeyword(this.CONSUME(t.Lambda), 'lambda') },
    { ALT: () => this.build.propertyDelimiter(this.CONSUME(t.LeftBrace), '{') },
    { ALT: () => this.build.propertyDelimiter(this.CONSUME(t.RightBrace), '}') },
    { ALT: () => this.build.propertyDelimiter(this.CONSUME(t.Colon), ':') },
    { ALT: () => this.build.propertyDelimiter(this.CONSUME(t.Comma), ',') },
  ];
  readonly property: Rule<ast.PropertyExpression> = this.RULE('property', () =>
    this.OR(this.propertyAlternatives),
  );

  readonly propertyParens: Rule<ast.PropertyExpression> = this.RULE('propertyParens', () => {
    const items: ast.PropertyExpression[] = [];
    const open = this.CONSUME(t.LeftParen);
    this.MANY(() => items.push(this.SUBRULE(this.property)));
    const close = this.CONSUME(t.RightParen, propertyOrCloseParen);
    return this.build.propertySequence(open, items, close);
  });

  readonly propertyBrackets: Rule<ast.PropertyExpression> = this.RULE('propertyBrackets', () => {
    const items: ast.PropertyExpression[] = [];
    const open = this.CONSUME(t.LeftBracket);
    this.MANY(() => items.push(this.SUBRULE(this.property)));
    const close = this.CONSUME(t.RightBracket, propertyOrCloseBracket);
    return this.build.bracketedPropertySequence(open, items, close);
  });
}
