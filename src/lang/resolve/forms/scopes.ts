// Special forms around bodies: `let`, `lambda`, bindings, `do`, `with-capability`, `pure`, `suspend`.
import type {
  Binder,
  BindingExpression,
  Expression,
  LambdaExpression,
  LetExpression,
} from '../../syntax/ast.ts';
import type { ParsedTerm } from '../parsed.ts';
import { sequence } from '../sequence.ts';
import { type Desugarer, callForm, failSyntax, formTerm, syntaxForm } from './define.ts';
import { fail } from '../../diagnostics/error.ts';

export const letForm = syntaxForm<LetExpression>({
  name: 'let',
  since: '1.0',
  usage: '(let ((name:type value) ...) body ...)',
  doc: 'Binds values to names for its body. Each binder can use the ones before it.',
  examples: [
    { code: '(let ((x 1) (y (+ x 1))) (* x y))', gives: '2' },
    { code: '(let ((x:integer 1)) x)', gives: '1' },
  ],
  desugar,
});

export const letStarForm = syntaxForm<LetExpression>({
  name: 'let*',
  since: '1.0',
  usage: '(let* ((name:type value) ...) body ...)',
  doc: 'An older spelling of let, from the time when the binders of let could not use each other.',
  examples: [{ code: '(let* ((x 1) (y (+ x 1))) (* x y))', gives: '2' }],
  desugar,
});

/** The body first, then the binders from the last to the first: the order in which their errors are found. */
function desugar({ binders, body, span }: LetExpression, desugarer: Desugarer): ParsedTerm {
  let result = sequence(desugarer.terms(body), span);
  for (let i = binders.length - 1; i >= 0; i--) {
    const { argument, value } = binders[i] as Binder;
    // The binder's place is that of the whole form: stored line numbers depend on it.
    const arg = { name: argument.name, type: argument.type, span };
    result = { kind: 'let', arg, value: desugarer.term(value), body: result, span };
  }
  return result;
}

// `lambda`: without parameters, the suspended body.

export const lambdaForm = syntaxForm<LambdaExpression>({
  name: 'lambda',
  since: '4.2',
  usage: '(lambda (name:type ...) body ...)',
  doc: 'Defines a function without a name. It can use the names in scope where it is written.',
  examples: [
    { code: '((lambda (x y) (+ x y)) 1 2)', gives: '3' },
    { code: '(let ((n 10)) (map (lambda (x) (+ x n)) [1 2]))', gives: '[11 12]' },
  ],
  desugar({ parameters, body, span }, desugarer) {
    const term = sequence(desugarer.terms(body), span);
    if (parameters.length === 0) return { kind: 'nullary', body: term, span };
    return { kind: 'lambda', params: parameters, body: term, span };
  },
});

// `{ "field" := name }`: the expressions after it in its call become a function of the object.

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

// `do`: a body where one expression is expected.

export const doForm = callForm({
  name: 'do',
  since: '5.0',
  usage: '(do expression ...)',
  doc: 'Evaluates expressions in order and returns the value of the last.',
  examples: [
    { code: '(do 1 2 3)', gives: '3' },
    {
      code: '(do)',
      gives: { fails: 'Desugar syntax failure: do form must have at least 1 expression' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length === 0) {
      failSyntax('do form must have at least 1 expression', call.span);
    }
    return sequence(desugarer.terms(call.args), call.span);
  },
});

// `with-capability`: the only way to acquire a capability.

export const withCapabilityForm = callForm({
  name: 'with-capability',
  since: '3.0',
  usage: '(with-capability (CAPABILITY argument ...) body ...)',
  doc:
    'Acquires a capability while its body runs. Only code of the module that defines the capability ' +
    'may do so.',
  examples: [
    {
      code:
        '(module m G (defcap G () true) (defcap C () true)\n' +
        '  (defun f () (with-capability (C) (require-capability (C)) "held")))\n(f)',
      gives: '"held"',
    },
    {
      code: '(with-capability (C))',
      gives: { fails: 'Desugar syntax failure: with-capability must take at least 2 expressions' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length < 2) {
      failSyntax('with-capability must take at least 2 expressions', call.span, call.args.length);
    }
    const capability = desugarer.term(call.args[0] as Expression);
    const body = sequence(desugarer.terms(call.args.slice(1)), call.span);
    return formTerm('with-capability', [capability, body], call.span);
  },
});

// `pure`: a promise that an expression does not write.

export const pureForm = callForm({
  name: 'pure',
  since: '5.3',
  usage: '(pure expression)',
  disabledBy: 'DisablePact53',
  doc: 'Evaluates an expression that may read the database but not write to it.',
  examples: [
    { code: '(pure (+ 1 2))', gives: '3' },
    { code: '(pure)', gives: { fails: 'Desugar syntax failure: pure must take only 1 argument' } },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('pure must take only 1 argument', call.span, call.args.length);
    return formTerm('pure', [desugarer.term(call.args[0] as Expression)], call.span);
  },
});

// `suspend`: delays the evaluation of an expression.

export const suspendForm = callForm({
  name: 'suspend',
  since: '5.0',
  usage: '(suspend expression)',
  doc: 'Returns a function without parameters that evaluates the expression when it is called.',
  examples: [
    { code: '(let ((f (suspend (+ 1 2)))) (f))', gives: '3' },
    {
      code: '(suspend 1 2)',
      gives: { fails: 'Desugar syntax failure: suspend must take only 1 argument' },
    },
  ],
  desugar(call, desugarer) {
    if (call.args.length !== 1)
      failSyntax('suspend must take only 1 argument', call.span, call.args.length);
    const body = desugarer.term(call.args[0] as Expression);
    return { kind: 'nullary', body, span: call.span };
  },
});
