import { describe, expect, it } from 'vitest';
import { ActiveNames } from '../../../../src/lang/state/stack.ts';

describe('names of running functions', () => {
  it.each([0, 7, 8, 20])('refuses every name entered before, %i deep', (depth) => {
    const active = new ActiveNames();
    const names = Array.from({ length: depth + 1 }, (_, at) => `module.function-${at}`);
    for (const name of names) expect(active.enter(name)).toBe(true);
    for (const name of names) expect(active.enter(name)).toBe(false);
    expect(active.size).toBe(depth + 1);
    for (const name of [...names].reverse()) active.leave(name);
    expect(active.size).toBe(0);
    for (const name of [...names].reverse()) expect(active.enter(name)).toBe(true);
  });

  it('accepts a name again after it was left', () => {
    const active = new ActiveNames();
    for (let at = 0; at < 12; at++) active.enter(`outer-${at}`);
    expect(active.enter('inner')).toBe(true);
    active.leave('inner');
    expect(active.enter('inner')).toBe(true);
    expect(active.enter('outer-0')).toBe(false);
    expect(active.enter('outer-11')).toBe(false);
  });
});
