// `{ "field" := name }`: the expressions after it in its call become a function of the object.

import { fail } from '../../diagnostics/error.ts';
import type { BindingExpression } from '../../syntax/ast.ts';
import type { ParsedTerm } from '../parsed.ts';
import { sequence } from '../sequence.ts';
import { syntaxForm } from './define.ts';

const objectName = '#bindObject';

export const bindingForm = syntaxForm<BindingExpression>({
  name: ':=',
  since: '1.0',
  usage: '{ "field" := name:type, ... } body ...',
  doc:
    'Binds fields of an object to names for the rest of the call: the last argument of bind, ' +
    'with-read, with-default-read and resume, or of any function that takes a function.',
  examples: [
    { code: '(bind { "a": 1, "b": 2 } { "a" := x, "b" := y } (+ x y))', gives: '3' },
    {
      code: '(bind { "a": 1 } { "a" := x })',
      gives: { fails: 'Bind expression lacks an accompanying body' },
    },
  ],
  desugar({ pairs, body, span }, desugarer) {
    const terms = desugarer.terms(body);
    if (terms.length === 0) fail('EmptyBindingBody', {}, span);
    const object: ParsedTerm = { kind: 'var', name: { kind: 'bare', name: objectName }, span };
    let result = sequence(terms, span);
    // The last pair becomes the outermost let, so its field is read first.
    for (const { field, argument } of pairs) {
      const place = desugarer.flags.has('DisablePact53') ? span : argument.span;
      const value: ParsedTerm = {
        kind: 'app',
        fun: { kind: 'builtin', name: 'at', span: place },
        args: [{ kind: 'literal', literal: { kind: 'string', value: field }, span: place }, object],
        span: place,
      };
      result = { kind: 'let', arg: argument, value, body: result, span };
    }
    const params = [{ name: objectName, type: undefined, span }];
    return { kind: 'lambda', params, body: result, span };
  },
});
