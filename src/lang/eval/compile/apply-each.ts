// Applies functions that builtins call for each element of a list: the kind of closure is checked once, not for
// each element. Charges, checks and results are those of `applyClosure`.

import { callOf, callWithOne, callWithTwo } from '../calls/apply.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import { chargeApplication } from '../calls/charges.ts';
import type { Machine } from '../../state/machine.ts';
import { Local, type Closure, type LambdaClosure, type MachineValue } from '../../state/value.ts';

export type OfOne = (only: MachineValue) => MachineValue;
export type OfTwo = (left: MachineValue, right: MachineValue) => MachineValue;

/** `caller`: the builtin that applies it. */
export function functionOfOne(caller: BuiltinCall, closure: Closure): OfOne {
  const { machine } = caller;
  switch (closure.closure) {
    case 'lambda':
      if (closure.code.arity === 1) return lambdaOfOne(machine, closure);
      break;
    case 'builtin':
      if (closure.builtin.arity === 1) {
        const call = callOf(machine, closure);
        return (only) => {
          machine.countCall();
          return callWithOne(call, only);
        };
      }
      break;
    case 'partial-builtin': {
      const [first] = closure.args;
      if (closure.builtin.arity === 2 && closure.missing === 1 && first !== undefined) {
        const call = callOf(machine, closure);
        return (only) => {
          machine.countCall();
          return callWithTwo(call, first, only);
        };
      }
      break;
    }
    default:
  }
  return (only) => caller.apply(closure, [only]);
}

export function functionOfTwo(caller: BuiltinCall, closure: Closure): OfTwo {
  const { machine } = caller;
  if (closure.closure === 'builtin' && closure.builtin.arity === 2) {
    const call = callOf(machine, closure);
    return (left, right) => {
      machine.countCall();
      return callWithTwo(call, left, right);
    };
  }
  if (closure.closure === 'lambda' && closure.code.arity === 2)
    return lambdaOfTwo(machine, closure);
  return (left, right) => caller.apply(closure, [left, right]);
}

function lambdaOfOne(machine: Machine, { code, local: outer, context }: LambdaClosure): OfOne {
  return (only) => {
    chargeApplication(machine, undefined, 1, code.span);
    const local = new Local(only, outer);
    return machine.pactValue(machine.descend(code, local, context), code.span);
  };
}

function lambdaOfTwo(machine: Machine, { code, local: outer, context }: LambdaClosure): OfTwo {
  return (left, right) => {
    chargeApplication(machine, undefined, 2, code.span);
    const local = new Local(right, new Local(left, outer));
    return machine.pactValue(machine.descend(code, local, context), code.span);
  };
}
