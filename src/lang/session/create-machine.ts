// A machine with its compiler: the two need each other, and meet here.

import type { GasProfile } from '../gas/profile.ts';
import { compile } from '../machine/compile.ts';
import type { Coverage } from '../machine/coverage.ts';
import { Machine, type MachineOptions } from '../machine/machine.ts';
import { ProfiledMachine } from '../machine/profiled-machine.ts';

type Watchers = {
  readonly gasProfile?: GasProfile | undefined;
  readonly coverage?: Coverage | undefined;
};

export function createMachine(
  options: Omit<MachineOptions, 'compile'>,
  { gasProfile, coverage }: Watchers = {},
): Machine {
  const complete = { ...options, compile: coverage?.compile ?? compile };
  return gasProfile === undefined
    ? new Machine(complete)
    : new ProfiledMachine(complete, gasProfile);
}
