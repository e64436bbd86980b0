// A machine that tells a profile of every call. Sessions whose gas is not reported use the plain one
// and pay nothing for it.

import type { PactValue } from '../values/value.ts';
import type { GasProfile } from '../gas/profile.ts';
import type { NativeRegistry } from './environment.ts';
import { Machine, type MachineOptions } from './machine.ts';
import { noWords, type failed, type Native } from './native.ts';

export class ProfiledMachine extends Machine {
  private readonly profile: GasProfile;

  constructor(options: MachineOptions, profile: GasProfile) {
    super(options);
    this.profile = profile;
    const { environment } = options;
    environment.natives = profiledNatives(environment.natives, profile);
  }

  override enterFrame<Failed extends typeof failed = never>(
    ...args: Parameters<typeof Machine.prototype.enterFrame<Failed>>
  ): PactValue | Failed {
    const [name, , kind, code] = args;
    const run = (): PactValue | Failed => super.enterFrame(...args);
    const span = this.loaded.def(name)?.span ?? code.span;
    return this.profile.call(kind, name.qualified, span, run);
  }
}

function profiledNatives(natives: NativeRegistry, profile: GasProfile): NativeRegistry {
  const known = new Map<Native, Native>();
  const profiled = (native: Native | undefined): Native | undefined => {
    if (native === undefined) return undefined;
    let twin = known.get(native);
    if (twin === undefined) known.set(native, (twin = profiledNative(native, profile)));
    return twin;
  };
  return {
    byName: (name) => profiled(natives.byName(name)),
    byInternalName: (internal) => profiled(natives.byInternalName(internal)),
  };
}

function profiledNative(native: Native, profile: GasProfile): Native {
  const { name, written, arity, overloads } = native;
  return {
    name,
    written,
    arity,
    overloads,
    runOne: undefined,
    attemptOne: undefined,
    runTwo: undefined,
    words: noWords,
    runIntegers: undefined,
    countsIntegers: true,
    run: (call, args) => profile.callNative(name, () => native.run(call, args)),
  };
}
