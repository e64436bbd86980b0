// Creates a machine with its compiler: the two depend on each other.

import { attemptOf, compileBody } from '../eval/compile/compile.ts';
import { CompiledCode } from '../eval/compile/compiled-code.ts';
import { Machine, type MachineOptions } from '../eval/machine.ts';
import { WatchedMachine } from '../eval/watched-machine.ts';
import { compileWatched, type Watcher } from '../eval/watching.ts';

/** The meter reports charges: GasMeter.watch. */
export function createMachine(
  options: Omit<MachineOptions, 'compile' | 'compileTried'>,
  watchers: readonly Watcher[] = [],
): Machine {
  const ofTerms = watchers.filter(({ watchTerm }) => watchTerm !== undefined);
  const ofCalls = watchers.filter(
    ({ beforeCall, afterCall, emitted }) => (beforeCall ?? afterCall ?? emitted) !== undefined,
  );
  const complete =
    ofTerms.length === 0
      ? { ...options, compile: compileBody, compileTried: attemptOf }
      : // Code that notifies watchers is never shared with machines without watchers.
        { ...options, compile: compileWatched(ofTerms), code: options.code ?? new CompiledCode() };
  return ofCalls.length === 0 ? new Machine(complete) : new WatchedMachine(complete, ofCalls);
}
