// All natives of the REPL. Those of old releases stand apart: see legacy.ts.

import type { BuiltinDefinition } from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';
import { defpactBuiltins } from './defpacts.ts';
import { environmentBuiltins } from './environment.ts';
import { expectationBuiltins } from './expectations.ts';
import { gasBuiltins } from './gas.ts';
import { legacyReplBuiltins } from './legacy.ts';
import { moduleBuiltins } from './modules.ts';
import { signatureBuiltins } from './signatures.ts';
import { transactionBuiltins } from './transactions.ts';

export function replBuiltins(repl: () => ReplEngine): readonly BuiltinDefinition[] {
  return [
    ...expectationBuiltins(repl),
    ...environmentBuiltins(repl),
    ...transactionBuiltins(repl),
    ...signatureBuiltins(repl),
    ...gasBuiltins(repl),
    ...defpactBuiltins(repl),
    ...moduleBuiltins(repl),
  ];
}

export { legacyReplBuiltins };
