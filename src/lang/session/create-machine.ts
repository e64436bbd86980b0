// A machine with its compiler: the two need each other, and meet here.

import { compile } from '../machine/compile.ts';
import { Machine, type MachineOptions } from '../machine/machine.ts';

export function createMachine(options: Omit<MachineOptions, 'compile'>): Machine {
  return new Machine({ ...options, compile });
}
