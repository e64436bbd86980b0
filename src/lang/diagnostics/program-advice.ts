// Hints for errors that the program itself causes: a false condition of the contract, or a capability that is not held.
// These texts are our own, never part of a message.

import { circleText } from '../../base/shortest-circle.ts';
import { inOneLine } from './call-advice.ts';
import type { SeenCondition, Shown } from './entry.ts';

/** For `enforce` and `enforce-one`, whose message is that of the contract: what the message leaves open. */
export function enforceAdvice(seen: SeenCondition): string {
  if (seen.form === 'enforce-one') {
    const { conditions } = seen;
    if (conditions.length === 0) return 'The list of conditions is empty, so none of them holds.';
    return `None of these conditions holds: ${conditions.join(', ')}.`;
  }
  const { condition, part } = seen;
  if (condition === 'false') return 'The condition is always false.';
  if (part !== undefined) return `In the condition ${condition}, this part is false: ${part}.`;
  return `The condition is false: ${condition}.`;
}

/** For `require-capability`; `name` is `ns.mod.CAP`. */
export function notGrantedAdvice(name: string, token: Shown, caller: string | undefined): string {
  const module = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const capability = inOneLine(token);
  const rule =
    caller === undefined
      ? `${capability} is not held here, or only with other arguments.`
      : `\`${caller}\` may be called only while ${capability} is held with these arguments.`;
  return (
    `${rule} Only module \`${module}\` may acquire it: call a function of \`${module}\` that ` +
    'does so with `with-capability`.'
  );
}

/** For a write of a module that is called back; `via` is the function that calls back. */
export function reentryAdvice(module: string, via: string | undefined): string {
  const back = via === undefined ? '' : `, such as the one that \`${via}\` calls,`;
  return (
    `\`${module}\` called another module through a module reference, and until that call returns, the functions of ` +
    `\`${module}\`${back} may only read. Write before that call or after it.`
  );
}

/** For definitions that call each other. */
export function recursionAdvice(circle: readonly string[]): string | undefined {
  const [only] = circle;
  if (only === undefined) return undefined;
  if (circle.length === 1) {
    return `\`${only}\` calls itself, which Pact forbids. To repeat something, use \`map\` or \`fold\`.`;
  }
  const way = circleText(circle);
  return (
    `These definitions use each other in a circle, which Pact forbids: ${way}. Take one of these uses ` +
    'out; to repeat something, use `map` or `fold`.'
  );
}

/** For `load`; `file` is the file that calls it. */
export function loadAdvice(cause: string, file: string): string | undefined {
  if (cause.startsWith('there is no standard module')) {
    return 'Standard modules are part of pact, and are loaded by name.';
  }
  if (cause !== 'there is no such file') return undefined;
  const rule = 'The path is relative to the folder of the file that calls `load`';
  const end = file.lastIndexOf('/') + 1;
  return end === 0 ? `${rule}.` : `${rule}, here \`${file.slice(0, end)}\`.`;
}
