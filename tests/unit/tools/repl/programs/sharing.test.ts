// Sessions share objects (identical, not just equal) if nothing is different, and hold on to nothing else.

import { expect, it } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import type { ModuleData } from '../../../../../src/lang/core/model/definition.ts';
import { ProgramCache } from '../../../../../src/lang/session/known-modules.ts';
import { parseProgram } from '../../../../../src/lang/syntax/parse.ts';
import { ParsedSources } from '../../../../../src/lang/syntax/parsed-sources.ts';
import { ModuleName } from '../../../../../src/lang/values/names.ts';
import { ReplEngine } from '../../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../../src/tools/repl/options.ts';

const lib = '(module lib G (defcap G () true) (defun one () 1))';
const otherLib = '(module lib G (defcap G () true) (defun one () 2))';
const app = `(interface named (defconst NAME "app"))
  (module app G (use lib) (implements named) (defcap G () true) (defconst TWO (+ 1 (one)))
    (defun two () (+ TWO (lib.one))))`;

function installed(programs: ProgramCache, ...texts: readonly string[]): ModuleData | undefined {
  const engine = new ReplEngine({
    host: silentHost,
    depthLimit: 2000,
    nestingLimit: 200,
    programs,
  });
  for (const [at, text] of texts.entries()) engine.run(new Source(`${at}.pact`, text));
  return engine.machine.database.readModule(new ModuleName('app'));
}

it('a module is the same object in all sessions that install it in the same way', () => {
  const programs = new ProgramCache();
  const first = installed(programs, lib, app);
  expect(first).toBeDefined();
  expect(installed(programs, lib, app)).toBe(first);
  expect(installed(new ProgramCache(), lib, app)).not.toBe(first);
});

it('alternating versions are all found again', () => {
  const programs = new ProgramCache();
  const first = installed(programs, lib, app);
  const other = installed(programs, otherLib, app);
  expect(other).not.toBe(first);
  expect(installed(programs, lib, app)).toBe(first);
  expect(installed(programs, otherLib, app)).toBe(other);
});

it('nothing is found after a clear', () => {
  const programs = new ProgramCache();
  const first = installed(programs, lib, app);
  programs.clear();
  expect(programs.sources.size).toBe(0);
  expect(installed(programs, lib, app)).not.toBe(first);
});

const options = { dialect: 'pact', nestingLimit: 200 } as const;
const source = (text: string, name = 'a.pact') => new Source(name, text);

it('a text is parsed once under one name', () => {
  const sources = new ParsedSources();
  const first = sources.parse(source('(f 1)'), options);
  expect(sources.parse(source('(f 1)'), options)).toBe(first);
  expect(first.forms).toEqual(parseProgram(first.source, options).value);
  const copy = sources.parse(source('(f 1)', 'b.pact'), options);
  expect(copy.forms[0]?.span.source.name).toBe('b.pact');
  expect(sources.parse(source('(f 1)', 'b.pact'), options)).toBe(copy);
  expect(sources.parse(source('(f 1)'), options)).toBe(first);
});

it('another dialect or limit has another tree', () => {
  const sources = new ParsedSources();
  const text = '(defun f () 1)';
  expect(sources.parse(source(text), { ...options, dialect: 'repl' }).diagnostics).toEqual([]);
  expect(sources.parse(source(text), options).diagnostics).toHaveLength(1);
  expect(
    sources.parse(source(text), { dialect: 'repl', nestingLimit: 1 }).diagnostics,
  ).toHaveLength(1);
});

it('unused entries are dropped, the least recently used first', () => {
  const sources = new ParsedSources(12);
  const one = sources.parse(source('(f 1)'), options);
  const two = sources.parse(source('(f 2)'), options);
  expect(sources.parse(source('(f 1)'), options)).toBe(one);
  const parseOthers = (count: number, first: number) =>
    Array.from({ length: count }, (_, i) => sources.parse(source(`(f ${first + i})`), options));
  parseOthers(6, 10);
  expect(sources.parse(source('(f 1)'), options)).toBe(one);
  expect(sources.parse(source('(f 2)'), options)).toBe(two);
  parseOthers(7, 20);
  expect(sources.parse(source('(f 1)'), options)).toBe(one);
  const [, last] = parseOthers(2, 30);
  expect(sources.size).toBe(11);
  expect(sources.parse(source('(f 31)'), options)).toBe(last);
  expect(sources.parse(source('(f 1)'), options)).toBe(one);
  expect(sources.parse(source('(f 2)'), options)).not.toBe(two);
});

it('of more files than fit, run in rotation, some are found', () => {
  const sources = new ParsedSources(12);
  const texts = ['(f 1)', '(f 2)', '(f 3)', '(f 4)'];
  const round = () => texts.map((text) => sources.parse(source(text), options));
  const first = round();
  const second = round();
  expect(second.filter((program, at) => program === first[at])).toHaveLength(2);
});

it('faulty or overlarge texts are not kept', () => {
  const sources = new ParsedSources(12);
  sources.parse(source('(f 1'), options);
  sources.parse(source('(f 1 2 3 4 5 6 7)'), options);
  expect(sources.size).toBe(0);
});
