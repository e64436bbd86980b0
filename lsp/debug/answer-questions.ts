// Answers queries about a stopped run. References to variables are valid until it continues.

import type { Activation } from '../../src/tools/debugger/active-terms.ts';
import type { StoppedRun } from '../../src/tools/debugger/debug-run.ts';
import { fullText, variableOf, type Variable } from '../../src/tools/debugger/inspect.ts';
import { firstLine } from '../../src/base/prose.ts';
import { placeOf } from './run-place.ts';
import type {
  EvaluatedAnswer,
  FrameAnswer,
  RunQuestion,
  ScopeAnswer,
  StackAnswer,
  VariableAnswer,
  WrittenAnswer,
} from './run-messages.ts';

/** Lists of variables by number. */
export class Handles {
  private readonly lists: (() => readonly Variable[])[] = [];

  add(list: (() => readonly Variable[]) | undefined): number {
    return list === undefined ? 0 : this.lists.push(list);
  }

  list(reference: number): readonly Variable[] {
    const list = this.lists[reference - 1];
    if (list === undefined) throw new Error('the variables belong to an earlier stop');
    return list();
  }
}

export function answerAbout(question: RunQuestion, run: StoppedRun, handles: Handles): unknown {
  switch (question.kind) {
    case 'stack':
      return stackOf(run, question.from, question.count);
    case 'scopes':
      return scopesOf(run, question.frame, handles);
    case 'variables':
      return handles.list(question.reference).map((each) => answerOf(each, handles));
    case 'written':
      return writtenOf(handles.list(question.reference), question.name);
    case 'evaluate':
      return evaluated(run, question, handles);
    default:
      throw new Error('the program has stopped');
  }
}

function stackOf({ activations }: StoppedRun, from: number, count: number): StackAnswer {
  const shown = activations.slice(from, from + count);
  return { frames: shown.map(frameOf), total: activations.length };
}

function frameOf(activation: Activation): FrameAnswer {
  const { form, at } = activation;
  return { name: nameOf(activation), at: placeOf(at?.term.span ?? form.span) };
}

function nameOf({ frame, lambda, form }: Activation): string {
  const name = frame?.name.qualified ?? firstLine(form.span.text).slice(0, 60);
  if (lambda === undefined) return name;
  const written = `lambda (${lambda.params.map((param) => param.name).join(' ')})`;
  return frame === undefined ? written : `${written} in ${name}`;
}

function scopesOf(run: StoppedRun, frame: number, handles: Handles): readonly ScopeAnswer[] {
  return run.scopes(activation(run, frame)).map(({ name, isExpensive, variables }) => ({
    name,
    value: '',
    isExpensive,
    reference: handles.add(variables),
  }));
}

function activation({ activations }: StoppedRun, frame: number): Activation {
  const found = activations[frame];
  if (found === undefined) throw new Error('there is no such call');
  return found;
}

function answerOf({ name, value, parts }: Variable, handles: Handles): VariableAnswer {
  return { name, value, reference: handles.add(parts) };
}

function writtenOf(list: readonly Variable[], name: string): WrittenAnswer {
  return list.find((each) => each.name === name)?.written;
}

function evaluated(
  run: StoppedRun,
  { expression, frame, mayWrite }: Extract<RunQuestion, { kind: 'evaluate' }>,
  handles: Handles,
): EvaluatedAnswer {
  const at = frame === undefined ? run.activations[0] : activation(run, frame);
  const found = run.evaluate(expression, at, mayWrite);
  if (found.kind === 'failed') throw new Error(found.reason);
  const { parts } = variableOf(expression, found.value);
  return { name: expression, value: fullText(found.value), reference: handles.add(parts) };
}
