// YAML in requests, keys and signatures: how the reference reads each scalar, the positions of nodes, and invalid files.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printJson } from '../../../../src/base/json.ts';
import { readYaml } from '../../../../src/base/config/read-yaml.ts';
import { jsonOf, locatedAt } from '../../../../src/base/config/located.ts';
import { yamlText } from '../../../../src/base/config/write-yaml.ts';

const longest = 1 << 20;

function json(text: string): string {
  const read = readYaml(text, longest);
  if (read.ok) return printJson(jsonOf(read.value));
  return read.fault
    .map(({ message, place }) => `${place.line}:${place.column}: ${message}`)
    .join('\n');
}

describe('scalars', () => {
  test.each([
    ['', 'null'],
    ['~', 'null'],
    ['Null', 'null'],
    ['nUll', '"nUll"'],
    ['yes', 'true'],
    ['On', 'true'],
    ['FALSE', 'false'],
    ['n', 'false'],
    ['yEs', '"yEs"'],
    ['"yes"', '"yes"'],
    ["'12'", '"12"'],
    ['!!str 12', '"12"'],
    ['12', '12'],
    ['+12', '12'],
    ['-0012.50', '-12.50'],
    ['1.', '1'],
    ['.5', '".5"'],
    ['1e-3', '1e-3'],
    ['1e', '"1e"'],
    ['0x1F', '31'],
    ['0o17', '15'],
    ['0b1', '"0b1"'],
    ['123456789012345678901234567890.10', '123456789012345678901234567890.10'],
    ['1_000', '"1_000"'],
    ['12:30', '"12:30"'],
    ['2016-07-22', '"2016-07-22"'],
    ['(a "b" 1)', '"(a \\"b\\" 1)"'],
    ['|-\n 5', '5'],
    ['>-\n 5', '"5"'],
    ['|\n a\n b\n', '"a\\nb\\n"'],
    ['"\\u00e9\\n"', '"é\\n"'],
  ])('%j is %s', (text, expected) => {
    expect(json(text)).toBe(expected);
  });
});

describe('structure', () => {
  test.each([
    ['a: 1\nb:\n- x\n- [w, {z: }]\n', '{"a":1,"b":["x",["w",{"z":null}]]}'],
    ['{"a": [true, "x"]}', '{"a":[true,"x"]}'],
    ['a: 1\na: 2', '{"a":2}'],
    ['a: &x [1]\nb: *x\nc: [*x, *x]', '{"a":[1],"b":[1],"c":[[1],[1]]}'],
    ['a: &x {k: 1, l: 2}\nb: {l: 3, <<: *x}', '{"a":{"k":1,"l":2},"b":{"k":1,"l":3}}'],
    ['b: {<<: [{k: 1}, {k: 2, l: 3}]}', '{"b":{"k":1,"l":3}}'],
    ['b: {<<: 1}', '{"b":{"<<":1}}'],
    ['1: a\nyes: b', '{"1":"a","yes":"b"}'],
    ['# nothing', 'null'],
  ])('%j', (text, expected) => {
    expect(json(text)).toBe(expected);
  });

  test('a named path has a position', () => {
    const read = readYaml('a:\n  - b: 1\n  - c:\n      d: 2\n', longest);
    const at = (path: string): unknown => (read.ok ? locatedAt(read.value, path).place : undefined);
    expect(at('a[1].c.d')).toEqual({ line: 4, column: 10 });
    expect(at('a[1].x')).toEqual({ line: 3, column: 5 });
    expect(at('a[7]')).toEqual({ line: 2, column: 3 });
    expect(at('')).toEqual({ line: 1, column: 1 });
  });
});

describe('faults', () => {
  test.each([
    ['a: b: c', '1:4: a key and its map or list must be on separate lines'],
    ['a: "x', /^1:6: a colon, comma, space, quote or bracket is missing here/],
    ['a: "\\q"', /^1:5: a backslash in a string is not a valid escape/],
    ['a: 1\n---\nb: 2', '2:1: the file has several documents: use one file for each'],
    ['{a: *b, b: &b 1}', '1:5: an alias must name an anchor defined before it'],
    ['a: &a [*a]', '1:8: an alias must name an anchor defined before it'],
    ['? [x]\n: 1', '1:3: a key must be a string'],
    ['\ta: 1', /^1:1: indent with spaces, not tabs/],
    ['a: @x', /^1:4: a string that begins with this character must be in quotes/],
    ['x'.repeat(longest + 1), '1:1: the file is too large'],
    [`${'['.repeat(1001)}${']'.repeat(1001)}`, '1:1001: it nests too deeply'],
    ['- '.repeat(100_000), /it nests too deep/],
    [
      ['a: &a0 [1,1,1,1,1,1,1,1,1,1]']
        .concat(Array.from({ length: 8 }, (_, i) => `b${i}: &a${i + 1} [${`*a${i},`.repeat(10)}]`))
        .join('\n'),
      /it has too many values/,
    ],
    [
      ['a: &a0 [1]', ...Array.from({ length: 2000 }, (_, i) => `b${i}: &a${i + 1} [*a${i}]`)].join(
        '\n',
      ),
      /^\d+:1: it has too many values/,
    ],
  ])('%#', (text, expected) => {
    if (typeof expected === 'string') expect(json(text)).toContain(expected);
    else expect(json(text)).toMatch(expected);
  });

  test('no part of the text is shown', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            'secret',
            ':',
            ' ',
            '\n',
            '"',
            "'",
            '[',
            '{',
            '- ',
            '&',
            '*',
            '@',
            '\t',
            '\\',
          ),
        ),
        (parts) => {
          const text = parts.join('');
          const read = readYaml(text, longest);
          if (read.ok) return;
          for (const { message } of read.fault) expect(message).not.toContain('secret');
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('texts that are written', () => {
  test.each([
    ['i1S2rUgEyfBl393oWEwts3DzuyCvraemXA9A1Bno6sg', 'i1S2rUgEyfBl393oWEwts3DzuyCvraemXA9A1Bno6sg'],
    ['-abc', '-abc'],
    ['---', "'---'"],
    ['12', "'12'"],
    ['yes', "'yes'"],
    ['', "''"],
    ['{"a":"it\'s"}', '\'{"a":"it\'\'s"}\''],
    ['a\nb', '"a\\nb"'],
  ])('%j', (text, expected) => {
    expect(yamlText(text)).toBe(expected);
  });

  test('are read back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(json(`a: ${yamlText(text)}\n`)).toBe(printJson(new Map([['a', text]])));
      }),
      { numRuns: 500 },
    );
  });
});
