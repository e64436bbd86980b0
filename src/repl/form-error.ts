// What is thrown out of a form, made ready for people: with the call stack, and with the names that
// were in scope.

import { noSpan } from '../base/span.ts';
import {
  evalError,
  isEvalError,
  ValueTooLarge,
  type EvalError,
  type Machine,
} from '../lang/session/run.ts';
import { type TopLevel } from '../lang/session/analyse.ts';
import { explainUnknown } from '../ide/names/explain-unknown.ts';
import type { ReplHost } from './host.ts';
import {
  addNames,
  modulesOf,
  namesInScope,
  type KnownModules,
} from '../ide/names/names-in-scope.ts';
import type { BuiltinSets } from '../ide/builtins/builtin-sets.ts';

/** A form that loads a file hands on the errors of that file's forms: these are ready already. */
const ready = new WeakSet();

type Session = {
  readonly machine: KnownModules & Pick<Machine, 'withStack'>;
  readonly sets: BuiltinSets;
  readonly host: Pick<ReplHost, 'findModule' | 'similarPath'>;
};

export function errorOfForm(session: Session, thrown: unknown, form: TopLevel): unknown {
  const { machine, sets, host } = session;
  const error = placed(thrown, form);
  if (!isEvalError(error) || ready.has(error)) return error;
  ready.add(error);
  // Of a field, those of its object are all there is to choose from.
  if (!error.is('ObjectIsMissingField')) {
    addNames(error, form, () => namesInScope(sets, machine));
  }
  if (error.is('LoadFailure')) hintPath(host, error);
  explainUnknown(error, form, {
    isLoaded: (module) => isLoaded(machine, module),
    isOfScripts: (name) => sets.repl.named(name) !== undefined,
    findModule: (name) => host.findModule?.(name, error.span.source.name),
  });
  return withCall(machine.withStack(error), form);
}

/** What a `load` whose file is missing was perhaps meant to say: a path from the folder of its file. */
function hintPath(host: Session['host'], error: EvalError<'LoadFailure'>): void {
  const like = host.similarPath?.(error.data.file);
  const caller = error.span.source.name;
  const folder = caller.slice(0, caller.lastIndexOf('/') + 1);
  if (like?.startsWith(folder) !== true) return;
  error.withHint(`Did you mean ${like.slice(folder.length)}?`);
}

function isLoaded(known: KnownModules, name: string): boolean {
  for (const { module } of modulesOf(known)) if (module.name.text === name) return true;
  return false;
}

/**
 * The place of an argument with a wrong type is that of the definition that refuses it. Where no
 * call is open, nothing else says where that was called.
 */
function withCall(error: EvalError, { span }: TopLevel): EvalError {
  const isCall =
    error.is('ClosureAppliedToTooManyArgs') ||
    (error.is('RunTimeTypecheckFailure') && error.data.where?.kind === 'argument');
  if (!isCall || error.callStack.length > 0 || span.covers(error.span)) return error;
  return error.withRelated([...error.related, { label: 'Called here', note: '', span }]);
}

/** Whether an error has ended a form: within another form, one of a file that it loads. */
export function hasEndedForm(error: EvalError): boolean {
  return ready.has(error);
}

/** Some limits are reached where nothing says in what place that is: then it is the form's. */
function placed(thrown: unknown, { span }: TopLevel): unknown {
  // If the value is not walked by a builtin but, for example, by the hash of a module.
  if (thrown instanceof ValueTooLarge) {
    return evalError('ValueTooLarge', { what: thrown.what, limit: thrown.limit }, span);
  }
  const isNowhere = isEvalError(thrown) && thrown.is('MemoryExceeded') && thrown.span === noSpan;
  return isNowhere ? evalError('MemoryExceeded', {}, span) : thrown;
}
