// Runs one resolved term, in an empty scope or with variables.
// Source: IR/Eval/CEK/Evaluator.hs (eval).

import type { Span } from '../../base/span.ts';
import type { Term } from '../core/model/term.ts';
import { CompiledFunction } from '../eval/compile/compiled.ts';
import { describedCall } from '../eval/calls/described-call.ts';
import type { Purity } from '../eval/context.ts';
import type { Machine } from '../eval/machine.ts';
import { isClosure, type Closure, type Local } from '../eval/value.ts';
import type { PactValue } from '../values/value.ts';

export function evaluateTerm(machine: Machine, term: Term, purity: Purity): PactValue {
  const code = new CompiledFunction<never>([], machine.compile(term), undefined, term.span);
  const result = machine.descend(code, undefined, machine.context(purity));
  return isClosure(result) ? failUnfinished(machine, result, term.span) : result;
}

/** Like `evaluateTerm`, for a compiled term with variables. */
export function evaluateCode(
  machine: Machine,
  code: CompiledFunction,
  variables: Local | undefined,
  purity: Purity,
): PactValue {
  const result = machine.descend(code, variables, machine.context(purity));
  return isClosure(result) ? failUnfinished(machine, result, code.span) : result;
}

function failUnfinished(machine: Machine, closure: Closure, span: Span): never {
  const cause = 'Evaluation did not reduce to a value';
  return machine.fail('EvalError', { cause, call: describedCall(closure, 0) }, span);
}
