// Runs every example of every builtin of the REPL in its own session, so that the documentation is correct.

import { describe, expect, it } from 'vitest';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';
import { replSession } from '../../../support/repl-session.ts';

const { repl, legacy } = builtinSets;
const builtins = [...repl.all, ...legacy.all];

describe.each(builtins)('$name', ({ examples }) => {
  it.each(examples)('$code', ({ setup = '', code, gives }) => {
    const { run } = replSession();
    run(setup);
    const result = run(code);
    if (typeof gives === 'string') return expect(result).toBe(gives);
    expect(result).toMatch(/^fails: /);
    expect(result).toContain(gives.fails);
  });
});
