// Where gas went: calls and charges as the meter and the machine tell them.

import { describe, expect, it } from 'vitest';
import { Source, Span } from '../../../../src/base/span.ts';
import { GasProfile, type CallFigures } from '../../../../src/lang/gas/profile.ts';

const source = new Source('a.repl', '(f 1)\n(g 2)');
const first = new Span(source, 0, 5);
const second = new Span(source, 6, 11);

/** `name: calls self total` */
function shown(figures: readonly CallFigures[]): readonly string[] {
  return figures.map(({ name, calls, self, total }) => `${name}: ${calls} ${self} ${total}`);
}

describe('a profile', () => {
  it('tells what a function used itself from what it called', () => {
    const profile = new GasProfile();
    profile.form(first, () => {
      profile.add(1, 'table');
      profile.call('defun', 'm.f', first, () => {
        profile.add(10, 'table');
        profile.call('defun', 'm.g', first, () => profile.add(100, 'table'));
        profile.callNative('+', () => profile.add(1000, 'table'));
      });
    });
    expect(profile.used).toBe(1111);
    expect(profile.forms.map(({ gas, runs }) => [gas, runs])).toEqual([[1111, 1]]);
    expect(shown(profile.functions)).toEqual(['m.f: 1 10 1110', 'm.g: 1 100 100']);
    expect(shown(profile.natives)).toEqual(['+: 1 1000 1000']);
  });

  it('counts a call inside itself once in the total', () => {
    const profile = new GasProfile();
    profile.callNative('map', () => profile.callNative('map', () => profile.add(5, 'table')));
    expect(shown(profile.natives)).toEqual(['map: 2 5 5']);
  });

  it('gives a form nothing of the forms that it loaded', () => {
    const profile = new GasProfile();
    profile.form(first, () => {
      profile.add(1, 'table');
      profile.callNative('load', () => profile.form(second, () => profile.add(20, 'table')));
    });
    expect(profile.forms.map(({ gas }) => gas)).toEqual([1, 20]);
  });

  it('adds up the runs of a form', () => {
    const profile = new GasProfile();
    for (const gas of [1, 2]) profile.form(first, () => profile.add(gas, 'table'));
    expect(profile.forms).toEqual([{ kind: 'form', span: first, runs: 2, gas: 3 }]);
    expect(profile.roots.size).toBe(1);
  });

  it('is left in order by an error', () => {
    const profile = new GasProfile();
    const fails = (): never => {
      throw new Error('stop');
    };
    expect(() => profile.form(first, () => profile.call('defun', 'm.f', first, fails))).toThrow(
      'stop',
    );
    profile.form(second, () => profile.add(3, 'table'));
    expect(profile.forms.map(({ gas }) => gas)).toEqual([0, 3]);
    expect(profile.roots.size).toBe(2);
  });

  it('names natives as users do', () => {
    const profile = new GasProfile();
    profile.nameNatives(new Map([['read-with-fields', 'read']]));
    profile.chargeNative('read-with-fields', () => profile.add(7, 'table'));
    expect(shown(profile.natives)).toEqual(['read: 0 7 7']);
  });

  it('keeps so many stacks apart, and exact figures beyond', () => {
    const profile = new GasProfile({ frameLimit: 3 });
    profile.form(first, () => {
      profile.call('defun', 'm.f', first, () =>
        profile.call('defun', 'm.g', first, () => profile.add(9, 'table')),
      );
    });
    const [form] = profile.roots.values();
    const [inner] = form?.children.values() ?? [];
    expect([inner?.self, inner?.children.size]).toEqual([9, 0]);
    expect(shown(profile.functions)).toEqual(['m.f: 1 0 9', 'm.g: 1 9 9']);
  });

  it('saturates like every amount of gas', () => {
    const profile = new GasProfile();
    for (let i = 0; i < 2; i++) profile.add((1n << 64n) - 1n, 'table');
    expect(profile.used).toBe((1n << 64n) - 1n);
  });
});
