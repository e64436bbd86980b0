// A machine that notifies watchers of every call and event (watching.ts).

import type { PactValue } from '../values/value.ts';
import type { BuiltinRegistry } from './environment.ts';
import { Machine, type MachineOptions, type PactEvent } from './machine.ts';
import { hasFailed, type Attempted, type failed, type Builtin } from './calls/builtin.ts';
import type { CallOutcome, WatchedCall, Watcher } from './watching.ts';

export class WatchedMachine extends Machine {
  private readonly watchers: readonly Watcher[];

  constructor(options: MachineOptions, watchers: readonly Watcher[]) {
    super(options);
    this.watchers = watchers;
    const { environment } = options;
    environment.builtins = watchedBuiltins(environment.builtins, watchers);
  }

  override enterFrame<Failed extends typeof failed = never>(
    ...frame: Parameters<typeof Machine.prototype.enterFrame<Failed>>
  ): PactValue | Failed {
    const [name, args, kind, code] = frame;
    const span = this.loaded.def(name)?.span ?? code.span;
    const call: WatchedCall = { kind, name: name.qualified, span, args };
    return during(this.watchers, call, () => super.enterFrame(...frame));
  }

  override emit(event: PactEvent): void {
    const { length } = this.events;
    super.emit(event);
    if (this.events.length === length) return;
    for (const watcher of this.watchers) watcher.emitted?.(event);
  }
}

function during<T extends Attempted>(
  watchers: readonly Watcher[],
  call: WatchedCall,
  run: () => T,
): T {
  for (const watcher of watchers) watcher.beforeCall?.(call);
  let value: T;
  try {
    value = run();
  } catch (thrown) {
    for (const watcher of watchers) watcher.afterCall?.(call, { kind: 'failed', thrown });
    throw thrown;
  }
  const outcome: CallOutcome = hasFailed(value)
    ? { kind: 'failed', thrown: undefined }
    : { kind: 'done', value };
  for (const watcher of watchers) watcher.afterCall?.(call, outcome);
  return value;
}

function watchedBuiltins(builtins: BuiltinRegistry, watchers: readonly Watcher[]): BuiltinRegistry {
  const known = new Map<Builtin, Builtin>();
  const watched = (builtin: Builtin | undefined): Builtin | undefined => {
    if (builtin === undefined) return undefined;
    let twin = known.get(builtin);
    if (twin === undefined) known.set(builtin, (twin = watchedBuiltin(builtin, watchers)));
    return twin;
  };
  return {
    byName: (name) => watched(builtins.byName(name)),
    byInternalName: (internal) => watched(builtins.byInternalName(internal)),
    unwatched: builtins,
  };
}

/** Only the general implementation of a builtin notifies watchers of calls. */
function watchedBuiltin(builtin: Builtin, watchers: readonly Watcher[]): Builtin {
  const { name, written, arity, overloads, setsGas, isPure } = builtin;
  return {
    name,
    written,
    arity,
    overloads,
    runOne: undefined,
    attemptOne: undefined,
    runTwo: undefined,
    setsGas,
    isPure,
    run: (call, args) =>
      during(watchers, { kind: 'builtin', name, span: call.span, args }, () =>
        builtin.run(call, args),
      ),
  };
}
