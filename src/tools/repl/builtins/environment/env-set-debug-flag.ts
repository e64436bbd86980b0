// `env-set-debug-flag`: sets what the trace shows of each form. The code that shows it is in debug/.

import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { unit } from '../../../../lang/session/run.ts';
import { debugFlags, type DebugFlag } from '../../debug/flags.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envSetDebugFlag = replBuiltin(['debug', 'trace'], {
  name: 'env-set-debug-flag',
  since: '5.0',
  doc: 'Toggles parts of the trace of each form: lexer, parser, desugar; all or none.',
  overloads: [
    replOverload({
      internal: 'env-set-debug-flag',
      params: [param('flag', 'string', 'One of lexer, parser, desugar, all, none.')],
      returns: 'unit',
      run: (repl, call, flag) => {
        toggleDebug(repl, call, flag);
        return unit;
      },
    }),
  ],
  examples: [
    { code: '(env-set-debug-flag "none")', gives: '()' },
    { code: '(env-set-debug-flag "optimiser")', gives: { fails: 'unrecognized flag' } },
  ],
});

function toggleDebug(repl: ReplParts<'debug' | 'trace'>, call: BuiltinCall, written: string): void {
  const flag = written.trim();
  const { debug } = repl;
  if (flag === 'none') debug.clear();
  else for (const each of chosenFlags(call, flag)) if (!debug.delete(each)) debug.add(each);
  const set = debugFlags.filter((each) => debug.has(each));
  repl.trace(call.span, `set debug flags to [${set.join(', ')}]`);
}

function chosenFlags(call: BuiltinCall, flag: string): readonly DebugFlag[] {
  const chosen = flag === 'all' ? debugFlags : debugFlags.filter((each) => each === flag);
  if (chosen.length > 0) return chosen;
  return call.failBuiltin(`unrecognized flag in env-set-debug: ${flag}`);
}
