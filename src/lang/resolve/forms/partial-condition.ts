// `and`, `or` and `enforce` with too few or too many arguments: an ordinary call of a function of two bools, so that
// `(and)` and `(and true)` can be passed as functions.

import type { Span } from '../../../base/span.ts';
import type { Form } from '../../core/model/term.ts';
import type { ParsedArg, ParsedTerm } from '../parsed.ts';
import { formTerm, type Desugarer, type FormCall } from './define.ts';

export function partialCondition(form: Form, call: FormCall, desugarer: Desugarer): ParsedTerm {
  const args = desugarer.terms(call.args);
  return { kind: 'app', fun: conditionFunction(form, call.headSpan), args, span: call.span };
}

/** Both parameters are typed bool, for `enforce` as well. */
function conditionFunction(form: Form, span: Span): ParsedTerm {
  const names = ['#condArg1', '#condArg2'];
  const params = names.map((name): ParsedArg => ({
    name,
    type: { kind: 'primitive', name: 'bool', span },
    span,
  }));
  const terms = names.map((name): ParsedTerm => ({
    kind: 'var',
    name: { kind: 'bare', name },
    span,
  }));
  return { kind: 'lambda', params, body: formTerm(form, terms, span), span };
}
