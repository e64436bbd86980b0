// Special forms that look like calls of functions or like names: `map`, `constantly`, `create-user-guard`, character sets.
import type { Span } from '../../../base/span.ts';
import type { ApplicationExpression, Expression, LambdaExpression } from '../../syntax/ast.ts';
import { type NameForm, callForm, failSyntax, formTerm, nameForm } from './define.ts';

const elementName = ':ijHO1';

export const mapForm = callForm({
  name: 'map',
  since: '1.0',
  usage: '(map function list) -> list',
  doc:
    'Applies a function to every element of a list. A call in function position gets the element as ' +
    'its last argument, so that `(map (+ 1) xs)` and `(map (or true) xs)` work; its other arguments ' +
    'are evaluated again for every element.',
  examples: [
    { code: '(map (+ 1) [1 2 3])', gives: '[2 3 4]' },
    { code: '(map (lambda (x) (* x x)) [1 2 3])', gives: '[1 4 9]' },
  ],
  desugar(call, desugarer) {
    const head = variable('map', call.headSpan);
    const [mapped, ...others] = call.args;
    if (mapped?.kind !== 'application') return desugarer.call(head, call.args, call.span);
    return desugarer.call(head, [completed(mapped, call.span), ...others], call.span);
  },
});

/** `(lambda (x) (f a x))` for `(f a)`: with its last argument the inner call finds its overload. */
function completed(mapped: ApplicationExpression, callSpan: Span): LambdaExpression {
  const { span } = mapped;
  const args = [...mapped.args, variable(elementName, callSpan)];
  return {
    kind: 'lambda',
    parameters: [{ name: elementName, type: undefined, span }],
    body: [{ kind: 'application', head: mapped.head, args, span }],
    span,
  };
}

function variable(name: string, span: Span): Expression {
  return { kind: 'variable', name: { kind: 'bare', name, span }, span };
}

// `constantly`: not a builtin, but expanded to a lambda.

export const constantlyForm = nameForm({
  name: 'constantly',
  since: '2.3',
  usage: '(constantly value ignored)',
  doc: 'Returns its first argument and ignores the second.',
  examples: [{ code: '(map (constantly 7) [1 2 3])', gives: '[7 7 7]' }],
  desugar(span) {
    const [kept, ignored] = ['#constantlyA1', '#constantlyA2'];
    const params = [
      { name: kept, type: undefined, span },
      { name: ignored, type: undefined, span },
    ];
    return {
      kind: 'lambda',
      params,
      body: { kind: 'var', name: { kind: 'bare', name: kept }, span },
      span,
    };
  },
});

// `create-user-guard`: keeps a call instead of making it.

export const createUserGuardForm = callForm({
  name: 'create-user-guard',
  since: '3.1',
  usage: '(create-user-guard (module.function argument ...)) -> guard',
  doc:
    'Creates a guard that calls a function of a module with the arguments given here, which are ' +
    'evaluated immediately. The guard passes if the function does not fail; the function may read the ' +
    'database but not write to it.',
  examples: [
    {
      code:
        '(module m G (defcap G () true) (defun check (x) (enforce (> x 0) "positive")))\n' +
        '(enforce-guard (create-user-guard (check 1)))',
      gives: 'true',
    },
    {
      code: '(create-user-guard 1)',
      gives: {
        fails:
          'Desugar syntax failure: create-user-guard must take one argument, which must be an application',
      },
    },
  ],
  desugar(call, desugarer) {
    const application = call.args[0];
    if (call.args.length !== 1 || application?.kind !== 'application') {
      failSyntax(
        'create-user-guard must take one argument, which must be an application',
        call.span,
      );
    }
    return formTerm('create-user-guard', [desugarer.term(application)], call.span);
  },
});

// Names of character sets, for `is-charset`; each is an integer constant.

export const charsetAsciiForm = charset('CHARSET_ASCII', 0n, 'The ASCII character set.');
export const charsetLatin1Form = charset('CHARSET_LATIN1', 1n, 'The ISO 8859-1 character set.');

function charset(name: string, value: bigint, doc: string): NameForm {
  return nameForm({
    name,
    since: '3.3',
    usage: name,
    doc: `${doc} For use with is-charset.`,
    examples: [{ code: `(is-charset ${name} "plain text")`, gives: 'true' }],
    desugar: (span) => ({ kind: 'literal', literal: { kind: 'integer', value }, span }),
  });
}
