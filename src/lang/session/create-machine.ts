// Makes a machine with its compiler: the two need each other.

import type { GasProfile } from '../gas/profile.ts';
import { attemptOf, compile } from '../machine/compile.ts';
import type { Coverage } from '../machine/coverage.ts';
import { Machine, type MachineOptions } from '../machine/machine.ts';
import { ProfiledMachine } from '../machine/profiled-machine.ts';

type Watchers = {
  readonly gasProfile?: GasProfile | undefined;
  readonly coverage?: Coverage | undefined;
};

export function createMachine(
  options: Omit<MachineOptions, 'compile' | 'compileTried'>,
  { gasProfile, coverage }: Watchers = {},
): Machine {
  const compilers =
    coverage === undefined ? { compile, compileTried: attemptOf } : { compile: coverage.compile };
  const complete = { ...options, ...compilers };
  return gasProfile === undefined
    ? new Machine(complete)
    : new ProfiledMachine(complete, gasProfile);
}
