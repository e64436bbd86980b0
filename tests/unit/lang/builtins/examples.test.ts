// Runs every example of every builtin, so that the documentation is correct.

import { describe, expect, it } from 'vitest';
import { coreBuiltins } from '../../../../src/lang/builtins/core.ts';
import { legacyBuiltins } from '../../../../src/lang/builtins/legacy.ts';
import { runProgram } from '../../../support/run-program.ts';

describe.each([...coreBuiltins, ...legacyBuiltins])('$name', ({ examples }) => {
  it.each(examples)('$code', ({ setup, code, gives }) => {
    const result = runProgram(...(setup === undefined ? [] : [setup]), code);
    if (typeof gives === 'string') expect(result).toEqual({ kind: 'result', text: gives });
    else {
      expect(result.kind).toBe('error');
      expect(result.text).toContain(gives.fails);
    }
  });
});
