// A machine with its compiler: the two need each other, and meet here.

import type { GasProfile } from '../gas/profile.ts';
import { compile } from '../machine/compile.ts';
import { Machine, type MachineOptions } from '../machine/machine.ts';
import { ProfiledMachine } from '../machine/profiled-machine.ts';

export function createMachine(
  options: Omit<MachineOptions, 'compile'>,
  profile?: GasProfile,
): Machine {
  const complete = { ...options, compile };
  return profile === undefined ? new Machine(complete) : new ProfiledMachine(complete, profile);
}
