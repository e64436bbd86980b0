// `load`: files within files.

import {
  builtin,
  type BuiltinDefinition,
  type MachineValue,
  type NativeCall,
  overload,
  param,
  unit,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const loadNative = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'load',
    since: '1.0',
    doc: `Runs a file. Its path is relative to the file that loads it. With \`reset\`,
      everything begins anew before: environment, database, definitions.`,
    overloads: [
      overload({
        internal: 'load',
        params: [param('file', 'string', 'The path.')],
        returns: 'unit',
        run: (call, file) => load(repl, call, file, false),
      }),
      overload({
        internal: 'load-with-env',
        params: [
          param('file', 'string', 'The path.'),
          param('reset', 'bool', 'Whether to begin anew.'),
        ],
        returns: 'unit',
        run: (call, file, reset) => load(repl, call, file, reset),
      }),
    ],
    examples: [
      { code: '(load "no-such-file.repl")', gives: { fails: 'no-such-file.repl' } },
      { code: '(load "no-such-file.repl" true)', gives: { fails: 'no-such-file.repl' } },
    ],
  });

function load(engine: ReplEngine, call: NativeCall, file: string, reset: boolean): MachineValue {
  engine.trace(call.span, `"Loading ${file}..."`);
  engine.load(file, reset, call.span);
  return unit;
}
