// Desugars expressions to unresolved Core: special forms, builtins and their overloads. Names are looked up only among
// builtins and forms, which take precedence over everything that a program defines.
// Source: IR/Desugar.hs (desugarLispTerm, desugarSpecial); sections 1.2-1.4.

import type { Span } from '../../base/span.ts';
import type { Literal } from '../core/model/term.ts';
import type {
  ApplicationExpression,
  Expression,
  Literal as WrittenLiteral,
  VariableExpression,
} from '../syntax/ast.ts';
import type { ResolveEnvironment } from './environment.ts';
import { bindingForm, lambdaForm, letForm } from './forms/scopes.ts';
import type { Desugarer } from './forms/define.ts';
import { callFormNamed, nameFormNamed } from './forms/index.ts';
import { applyBuiltin } from './overloads.ts';
import { parsedNameOf, type ParsedTerm } from './parsed.ts';

type Environment = Pick<ResolveEnvironment, 'builtins' | 'flags' | 'refer'>;

export function desugarerFor({ builtins, flags, refer }: Environment): Desugarer {
  const desugarer: Desugarer = { flags, term, terms, call };
  return desugarer;

  function term(expression: Expression): ParsedTerm {
    const { span } = expression;
    switch (expression.kind) {
      case 'variable':
        return variable(expression);
      case 'constant':
        return { kind: 'literal', literal: literalOf(expression.literal), span };
      case 'application':
        return application(expression);
      case 'list':
        return { kind: 'list', items: terms(expression.items), span };
      case 'object':
        return {
          kind: 'object',
          fields: expression.fields.map(({ field, value }) => [field, term(value)] as const),
          span,
        };
      case 'let':
        return letForm.desugar(expression, desugarer);
      case 'lambda':
        return lambdaForm.desugar(expression, desugarer);
      case 'binding':
        return bindingForm.desugar(expression, desugarer);
    }
  }

  function terms(expressions: readonly Expression[]): ParsedTerm[] {
    return expressions.map(term);
  }

  function variable({ name, span }: VariableExpression): ParsedTerm {
    if (name.kind === 'bare') {
      const builtin = builtins.lookup(name.name);
      if (builtin !== undefined) {
        const { internal } = builtin;
        refer?.(span, { kind: 'builtin', name: internal });
        // Not `{ ...term, span }`: V8 takes microseconds for each such copy.
        return { kind: 'builtin', name: internal, span };
      }
      const form = nameFormNamed(name.name);
      if (form !== undefined) refer?.(span, { kind: 'special-form', name: name.name });
      if (form !== undefined) return form.desugar(span);
    }
    return { kind: 'var', name: parsedNameOf(name), span };
  }

  function application({ head, args, span }: ApplicationExpression): ParsedTerm {
    if (head.kind === 'variable' && head.name.kind === 'bare') {
      const form = callFormNamed(head.name.name, flags);
      if (form !== undefined) {
        refer?.(head.span, { kind: 'special-form', name: form.name });
        return form.desugar({ args, headSpan: head.span, span }, desugarer);
      }
    }
    return call(head, args, span);
  }

  function call(head: Expression, args: readonly Expression[], span: Span): ParsedTerm {
    const fun = term(head);
    const given = terms(args);
    if (fun.kind === 'builtin') return applyBuiltin(builtins, fun.name, given, span);
    return { kind: 'app', fun, args: given, span };
  }
}

function literalOf(literal: WrittenLiteral): Literal {
  if (literal.kind !== 'decimal') return literal;
  return { kind: 'decimal', mantissa: literal.mantissa, places: literal.places };
}
