// Special forms that decide what runs: `if`, `cond`, `and`, `or`, `enforce`, `enforce-one`, `try`, `error`.
import type { Span } from '../../../base/span.ts';
import type { Form } from '../../core/model/term.ts';
import type { ParsedArg, ParsedTerm } from '../parsed.ts';
import { type Desugarer, type FormCall, callForm, failSyntax, formTerm } from './define.ts';
import type { Expression } from '../../syntax/ast.ts';

/**
 * `and`, `or` and `enforce` with too few or too many arguments: an ordinary call of a function of two bools, so that `(and)`
 * and `(and true)` can be passed as functions.
 */
function partialCondition(form: Form, call: FormCall, desugarer: Desugarer): ParsedTerm {
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

// `if`: the branch that is not taken does not run.

export const ifForm = callForm({
  name: 'if',
  since: '1.0',
  usage: '(if condition:bool then else)',
  doc: 'Evaluates the second expression if the condition is true, otherwise the third.',
  examples: [
    { code: '(if (< 1 2) "smaller" "not smaller")', gives: '"smaller"' },
    {
      code: '(if true 1)',
      gives: { fails: 'Desugar syntax failure: if must take three arguments' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 3)
      failSyntax('if must take three arguments', call.span, call.args.length);
    return formTerm('if', desugarer.terms(call.args), call.span);
  },
});

// `cond`: nested conditions, passed to the builtin of the same name as one suspended expression.

export const condForm = callForm({
  name: 'cond',
  since: '4.2',
  usage: '(cond (condition value) ... otherwise)',
  doc:
    'Returns the value of the first clause `(condition value)` whose condition is true, or the value ' +
    'of the last expression if none is.',
  examples: [
    { code: '(let ((x 5)) (cond ((< x 3) "low") ((< x 7) "middle") "high"))', gives: '"middle"' },
    { code: '(cond "only")', gives: '"only"' },
    {
      code: '(cond 1 2)',
      gives: { fails: 'Desugar syntax failure: cond: expected application of conditions' },
    },
  ],
  desugar(call, desugarer) {
    const { span } = call;
    const otherwise = call.args.at(-1);
    if (otherwise === undefined) {
      failSyntax('cond: expected list of conditions with a default case', span);
    }
    // From the last clause to the first: the order in which their errors are found.
    let body = desugarer.term(otherwise);
    for (let i = call.args.length - 2; i >= 0; i--) {
      body = clause(call.args[i] as Expression, body, span, desugarer);
    }
    const fun: ParsedTerm = { kind: 'builtin', name: 'cond', span };
    return { kind: 'app', fun, args: [{ kind: 'nullary', body, span }], span };
  },
});

function clause(
  expression: Expression,
  otherwise: ParsedTerm,
  span: Span,
  desugarer: Desugarer,
): ParsedTerm {
  if (expression.kind !== 'application' || expression.args.length !== 1) {
    failSyntax('cond: expected application of conditions', span);
  }
  const condition = desugarer.term(expression.head);
  const value = desugarer.term(expression.args[0] as Expression);
  return formTerm('if', [condition, value, otherwise], expression.span);
}

// `and`: the second operand is lazy; with other than two arguments it is an ordinary function.

export const andForm = callForm({
  name: 'and',
  since: '1.0',
  usage: '(and left:bool right:bool) -> bool',
  doc:
    'Returns true if both operands are true. The second operand is evaluated only if the first is ' +
    'true.',
  examples: [
    { code: '(and true (< 1 2))', gives: 'true' },
    { code: '(and false (enforce false "never runs"))', gives: 'false' },
    { code: '(fold (and) true [true false])', gives: 'false' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('and', call, desugarer);
    return formTerm('and', desugarer.terms(call.args), call.span);
  },
});

// `or`: the second operand is lazy; with other than two arguments it is an ordinary function.

export const orForm = callForm({
  name: 'or',
  since: '1.0',
  usage: '(or left:bool right:bool) -> bool',
  doc:
    'Returns true if at least one operand is true. The second operand is evaluated only if the first ' +
    'is false.',
  examples: [
    { code: '(or false (< 1 2))', gives: 'true' },
    { code: '(or true (enforce false "never runs"))', gives: 'true' },
    { code: '(fold (or) false [false true])', gives: 'true' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('or', call, desugarer);
    return formTerm('or', desugarer.terms(call.args), call.span);
  },
});

// `enforce`: message and condition are not evaluated like arguments.

export const enforceForm = callForm({
  name: 'enforce',
  since: '1.0',
  usage: '(enforce condition:bool message:string) -> bool',
  doc:
    'Fails the transaction with the message unless the condition is true. The condition may read the ' +
    'database but not write to it; the message is evaluated only if the condition is false.',
  examples: [
    { code: '(enforce (< 1 2) "order")', gives: 'true' },
    { code: '(try "caught" (enforce false "no"))', gives: '"caught"' },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2) return partialCondition('enforce', call, desugarer);
    return formTerm('enforce', desugarer.terms(call.args), call.span);
  },
});

// `enforce-one`: whether its second argument is a literal list is checked only at run time.

export const enforceOneForm = callForm({
  name: 'enforce-one',
  since: '2.3',
  usage: '(enforce-one message:string [condition ...]) -> bool',
  doc:
    'Evaluates the conditions of a literal list in order and succeeds at the first that is true. A ' +
    'condition that fails counts as false; if none is true, fails with the message.',
  examples: [
    { code: '(enforce-one "none" [(enforce false "a") (enforce true "b")])', gives: 'true' },
    {
      code: '(enforce-one "none")',
      gives: { fails: 'Desugar syntax failure: enforce-one must take two arguments' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2)
      failSyntax('enforce-one must take two arguments', call.span, call.args.length);
    return formTerm('enforce-one', desugarer.terms(call.args), call.span);
  },
});

// `try`: an expression and what to do if it fails.

export const tryForm = callForm({
  name: 'try',
  since: '3.2',
  usage: '(try default expression)',
  doc:
    'Evaluates the second expression, which may not write to the database, and returns its value. If ' +
    'it fails with an error that can be caught, evaluates the first instead.',
  examples: [
    { code: '(try 0 (read-integer "absent"))', gives: '0' },
    { code: '(try 0 1)', gives: '1' },
    { code: '(try 1)', gives: { fails: 'Desugar syntax failure: try must take two arguments' } },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 2)
      failSyntax('try must take two arguments', call.span, call.args.length);
    return formTerm('try', desugarer.terms(call.args), call.span);
  },
});

// `error`: an error that a program raises on purpose.

export const errorForm = callForm({
  name: 'error',
  since: '5.3',
  usage: '(error message:string)',
  disabledBy: 'DisablePact53',
  doc: 'Fails with the message. `try` and `enforce-one` can catch the error.',
  examples: [
    { code: '(try "caught" (error "no"))', gives: '"caught"' },
    {
      code: '(error "a" "b")',
      gives: { fails: 'Desugar syntax failure: error must take only 1 argument' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('error must take only 1 argument', call.span, call.args.length);
    return formTerm('error', [desugarer.term(call.args[0] as Expression)], call.span);
  },
});
