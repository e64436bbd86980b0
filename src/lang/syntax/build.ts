// Builds the nodes of the parse tree from tokens; the productions of grammar/ call it. It sets spans and the values of
// literals (with build-expressions.ts and grammar/string-literal.ts), and makes the few checks that the reference makes while
// it reduces a production. This file builds definitions, annotations and modules; build-expressions.ts builds the rest.

import type { IToken } from 'chevrotain';
import { noSpan } from '../../base/span.ts';
import type * as ast from './ast.ts';
import { ExpressionBuilder, textOf } from './build-expressions.ts';
import { refuse } from './diagnostic.ts';

export type { CallItem } from './build-expressions.ts';

/** The error for a module without any definition; its place is the first item. */
export const missingDefinition =
  'Expected: at least one of [defun, defcap, defschema, deftable, defpact, defconst]';

export class TreeBuilder extends ExpressionBuilder {
  // ---- definitions; their parentheses come with `enclosed` ----

  defun(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
    body: readonly ast.Expression[],
  ): ast.Defun {
    return { kind: 'defun', spec, parameters, annotations, body, span: noSpan };
  }

  defconst(
    spec: ast.Argument,
    value: ast.Expression,
    doc: ast.DocAnnotation | undefined,
  ): ast.DefConst {
    return { kind: 'defconst', spec, value, doc, span: noSpan };
  }

  defcap(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
    meta: ast.CapabilityMeta | undefined,
    body: readonly ast.Expression[],
  ): ast.DefCap {
    return { kind: 'defcap', spec, parameters, annotations, meta, body, span: noSpan };
  }

  defschema(
    name: IToken,
    annotations: readonly ast.Annotation[],
    fields: readonly ast.Argument[],
  ): ast.DefSchema {
    const typed = fields.map((field): ast.SchemaField => ({
      name: field.name,
      type: field.type ?? { kind: 'any', span: field.span },
      span: field.span,
    }));
    return { kind: 'defschema', name: this.name(name), fields: typed, annotations, span: noSpan };
  }

  deftable(name: IToken, schema: ast.ParsedName, doc: ast.DocAnnotation | undefined): ast.DefTable {
    return { kind: 'deftable', name: this.name(name), schema, doc, span: noSpan };
  }

  defpact(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
    steps: readonly ast.Step[],
  ): ast.DefPact {
    return {
      kind: 'defpact',
      spec,
      parameters,
      annotations,
      steps: this.sequence(steps),
      span: noSpan,
    };
  }

  step(
    first: ast.Expression,
    second: ast.Expression | undefined,
    model: ast.ModelAnnotation | undefined,
  ): ast.Step {
    const [entity, expression] = second === undefined ? [undefined, first] : [first, second];
    return { kind: 'step', entity, expression, model, span: noSpan };
  }

  stepWithRollback(
    first: ast.Expression,
    second: ast.Expression,
    third: ast.Expression | undefined,
    model: ast.ModelAnnotation | undefined,
  ): ast.Step {
    const [entity, expression, rollback] =
      third === undefined ? [undefined, first, second] : [first, second, third];
    return { kind: 'step-with-rollback', entity, expression, rollback, model, span: noSpan };
  }

  interfaceDefun(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
  ): ast.InterfaceDefun {
    return { kind: 'interface-defun', spec, parameters, annotations, span: noSpan };
  }

  interfaceDefcap(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
    meta: ast.CapabilityMeta | undefined,
  ): ast.InterfaceDefCap {
    return { kind: 'interface-defcap', spec, parameters, annotations, meta, span: noSpan };
  }

  interfaceDefpact(
    spec: ast.Argument,
    parameters: readonly ast.Argument[],
    annotations: readonly ast.Annotation[],
  ): ast.InterfaceDefPact {
    return { kind: 'interface-defpact', spec, parameters, annotations, span: noSpan };
  }

  // ---- annotations ----

  event(keyword: IToken): ast.CapabilityMeta {
    return { kind: 'event', span: this.span(keyword) };
  }

  autoManaged(keyword: IToken): ast.CapabilityMeta {
    return { kind: 'auto-managed', span: this.span(keyword) };
  }

  managed(
    keyword: IToken,
    parameter: IToken,
    manager: ast.ParsedName,
    last: IToken,
  ): ast.CapabilityMeta {
    const span = this.between(keyword, last);
    return { kind: 'managed', parameter: this.name(parameter), manager, span };
  }

  docAnnotation(keyword: IToken, text: IToken): ast.DocAnnotation {
    const span = this.between(keyword, text);
    return { kind: 'doc', style: 'annotation', text: textOf(text), span };
  }

  docString(text: IToken): ast.DocAnnotation {
    return { kind: 'doc', style: 'string', text: textOf(text), span: this.span(text) };
  }

  model(
    keyword: IToken,
    properties: readonly ast.PropertyExpression[],
    close: IToken,
  ): ast.ModelAnnotation {
    return {
      kind: 'model',
      properties: this.sequence(properties),
      span: this.between(keyword, close),
    };
  }

  propertyAtom(name: ast.ParsedName): ast.PropertyExpression {
    return { kind: 'property-atom', name, span: name.span };
  }

  propertyConstant({ literal, span }: ast.ConstantExpression): ast.PropertyExpression {
    return { kind: 'property-constant', literal, span };
  }

  propertyKeyword(token: IToken, keyword: 'let' | 'lambda'): ast.PropertyExpression {
    return { kind: 'property-keyword', keyword, span: this.span(token) };
  }

  propertyDelimiter(token: IToken, delimiter: ast.PropertyDelimiter): ast.PropertyExpression {
    return { kind: 'property-delimiter', delimiter, span: this.span(token) };
  }

  propertySequence(
    open: IToken,
    items: readonly ast.PropertyExpression[],
    close: IToken,
  ): ast.PropertyExpression {
    return {
      kind: 'property-sequence',
      items: this.sequence(items),
      span: this.between(open, close),
    };
  }

  bracketedPropertySequence(
    open: IToken,
    items: readonly ast.PropertyExpression[],
    close: IToken,
  ): ast.PropertyExpression {
    const first = this.propertyDelimiter(open, '[');
    const last = this.propertyDelimiter(close, ']');
    return this.propertySequence(open, [first, ...items, last], close);
  }

  // ---- modules and top level ----

  keysetGovernance(token: IToken): ast.Governance {
    return { kind: 'keyset-governance', name: textOf(token), span: this.span(token) };
  }

  capabilityGovernance(token: IToken): ast.Governance {
    return { kind: 'capability-governance', name: token.image, span: this.span(token) };
  }

  module(
    name: IToken,
    governance: ast.Governance,
    annotations: readonly ast.Annotation[],
    items: readonly (ast.Definition | ast.ExternalDeclaration)[],
  ): ast.Module {
    const external: ast.ExternalDeclaration[] = [];
    const definitions: ast.Definition[] = [];
    for (const item of items) {
      if (item.kind === 'use' || item.kind === 'bless' || item.kind === 'implements') {
        external.push(item);
      } else definitions.push(item);
    }
    if (definitions.length === 0) refuse(missingDefinition, external[0]?.span ?? noSpan);
    return {
      kind: 'module',
      name: this.name(name),
      governance,
      external,
      definitions,
      annotations,
      span: noSpan,
    };
  }

  interface(
    name: IToken,
    annotations: readonly ast.Annotation[],
    items: readonly (ast.InterfaceDefinition | ast.Import)[],
  ): ast.Interface {
    const imports: ast.Import[] = [];
    const definitions: ast.InterfaceDefinition[] = [];
    for (const item of items) {
      if (item.kind === 'use') imports.push(item);
      else definitions.push(item);
    }
    return {
      kind: 'interface',
      name: this.name(name),
      definitions,
      imports,
      annotations,
      span: noSpan,
    };
  }

  use(
    module: ast.ModuleName,
    hash: IToken | undefined,
    imported: readonly ast.Name[] | undefined,
  ): ast.Import {
    const text = hash === undefined ? undefined : textOf(hash);
    return { kind: 'use', module, hash: text, imported, span: noSpan };
  }

  implements(module: ast.ModuleName): ast.Implements {
    return { kind: 'implements', module, span: noSpan };
  }

  bless(hash: IToken): ast.Bless {
    return { kind: 'bless', hash: textOf(hash), span: noSpan };
  }

  term(expression: ast.Expression): ast.Term {
    return { kind: 'term', expression, span: expression.span };
  }
}
