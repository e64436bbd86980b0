// `load`: runs files from files.

import { type MachineValue, type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { unit } from '../../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const loadBuiltin = replBuiltin(['load', 'trace'], {
  name: 'load',
  since: '1.0',
  doc: `Runs a file. Its path is relative to the file that loads it. With \`reset\`, environment,
      database and definitions are cleared first. \`pact:coin\` and other names that begin with
      \`pact:\` are standard modules, which need no file: they are loaded once a chain, without gas.`,
  overloads: [
    replOverload({
      internal: 'load',
      params: [param('file', 'string', 'The path, or the name of a standard module.')],
      returns: 'unit',
      run: (repl, call, file) => load(repl, call, file, false),
    }),
    replOverload({
      internal: 'load-with-env',
      params: [
        param('file', 'string', 'The path.'),
        param('reset', 'bool', 'Whether to clear everything first.'),
      ],
      returns: 'unit',
      run: (repl, call, file, reset) => load(repl, call, file, reset),
    }),
  ],
  examples: [
    { setup: '(load "pact:coin")', code: '(coin.precision)', gives: '12' },
    { code: '(load "no-such-file.repl")', gives: { fails: 'no-such-file.repl' } },
    { code: '(load "no-such-file.repl" true)', gives: { fails: 'no-such-file.repl' } },
  ],
});

function load(
  repl: ReplParts<'load' | 'trace'>,
  call: BuiltinCall,
  file: string,
  reset: boolean,
): MachineValue {
  repl.trace(call.span, `"Loading ${file}..."`);
  repl.load(file, reset, call.span);
  return unit;
}
