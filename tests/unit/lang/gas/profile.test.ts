// The gas profile: calls and charges as the meter and the machine report them.

import { describe, expect, it } from 'vitest';
import { Source, Span } from '../../../../src/base/span.ts';
import type { MilliGas } from '../../../../src/lang/gas/milligas.ts';
import { GasProfile, type CallFigures, type CallKind } from '../../../../src/lang/gas/profile.ts';

const source = new Source('a.repl', '(f 1)\n(g 2)');
const first = new Span(source, 0, 5);
const second = new Span(source, 6, 11);

function during(begin: () => void, end: () => void, run: () => void): void {
  begin();
  try {
    run();
  } finally {
    end();
  }
}

const form = (profile: GasProfile, span: Span, run: () => void): void =>
  during(
    () => profile.beforeForm(span),
    () => profile.afterForm(),
    run,
  );

const call = (
  profile: GasProfile,
  kind: CallKind,
  name: string,
  span: Span,
  run: () => void,
): void =>
  during(
    () => profile.beforeCall({ kind, name, span }),
    () => profile.afterCall(),
    run,
  );

const callBuiltin = (profile: GasProfile, name: string, run: () => void): void =>
  call(profile, 'builtin', name, first, run);

const add = (profile: GasProfile, cost: MilliGas, model: string, builtin?: string): void =>
  profile.charged({ cost, model, builtin, label: '', span: first, isCounted: true });

/** `name: calls self total` */
function shown(figures: readonly CallFigures[]): readonly string[] {
  return figures.map(({ name, calls, self, total }) => `${name}: ${calls} ${self} ${total}`);
}

describe('a profile', () => {
  it("separates a function's own gas from that of its callees", () => {
    const profile = new GasProfile();
    form(profile, first, () => {
      add(profile, 1, 'table');
      call(profile, 'defun', 'm.f', first, () => {
        add(profile, 10, 'table');
        call(profile, 'defun', 'm.g', first, () => add(profile, 100, 'table'));
        callBuiltin(profile, '+', () => add(profile, 1000, 'table'));
      });
    });
    expect(profile.used).toBe(1111);
    expect(profile.forms.map(({ gas, runs }) => [gas, runs])).toEqual([[1111, 1]]);
    expect(shown(profile.functions)).toEqual(['m.f: 1 10 1110', 'm.g: 1 100 100']);
    expect(shown(profile.builtins)).toEqual(['+: 1 1000 1000']);
  });

  it('counts a call inside itself once in the total', () => {
    const profile = new GasProfile();
    callBuiltin(profile, 'map', () => callBuiltin(profile, 'map', () => add(profile, 5, 'table')));
    expect(shown(profile.builtins)).toEqual(['map: 2 5 5']);
  });

  it('does not charge a form for the forms that it loads', () => {
    const profile = new GasProfile();
    form(profile, first, () => {
      add(profile, 1, 'table');
      callBuiltin(profile, 'load', () => form(profile, second, () => add(profile, 20, 'table')));
    });
    expect(profile.forms.map(({ gas }) => gas)).toEqual([1, 20]);
  });

  it('adds up the runs of a form', () => {
    const profile = new GasProfile();
    for (const gas of [1, 2]) form(profile, first, () => add(profile, gas, 'table'));
    expect(profile.forms).toEqual([{ kind: 'form', span: first, runs: 2, gas: 3 }]);
    expect(profile.roots.size).toBe(1);
  });

  it('stays consistent after an error', () => {
    const profile = new GasProfile();
    const fails = (): never => {
      throw new Error('stop');
    };
    expect(() => form(profile, first, () => call(profile, 'defun', 'm.f', first, fails))).toThrow(
      'stop',
    );
    form(profile, second, () => add(profile, 3, 'table'));
    expect(profile.forms.map(({ gas }) => gas)).toEqual([0, 3]);
    expect(profile.roots.size).toBe(2);
  });

  it('names builtins as users do', () => {
    const profile = new GasProfile();
    profile.nameBuiltins(new Map([['read-with-fields', 'read']]));
    add(profile, 7, 'table', 'read-with-fields');
    expect(shown(profile.builtins)).toEqual(['read: 0 7 7']);
  });

  it('distinguishes a limited number of stacks, and keeps exact figures beyond it', () => {
    const profile = new GasProfile({ frameLimit: 3 });
    form(profile, first, () => {
      call(profile, 'defun', 'm.f', first, () =>
        call(profile, 'defun', 'm.g', first, () => add(profile, 9, 'table')),
      );
    });
    const [root] = profile.roots.values();
    const [inner] = root?.children.values() ?? [];
    expect([inner?.self, inner?.children.size]).toEqual([9, 0]);
    expect(shown(profile.functions)).toEqual(['m.f: 1 0 9', 'm.g: 1 9 9']);
  });

  it('saturates like every amount of gas', () => {
    const profile = new GasProfile();
    for (let i = 0; i < 2; i++) add(profile, (1n << 64n) - 1n, 'table');
    expect(profile.used).toBe((1n << 64n) - 1n);
  });
});
