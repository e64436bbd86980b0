// The fast reader of usual YAML: it answers as the general parser does, with the same places, or leaves a text to it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGeneralYaml } from '../../../../src/base/config/read-yaml.ts';
import { readUsualYaml } from '../../../../src/base/config/usual-yaml.ts';

const max = 1_000_000;

function expectSame(text: string): boolean {
  const usual = readUsualYaml(text, max);
  if (usual !== undefined) {
    expect({ text, read: { ok: true, value: usual } }).toEqual({
      text,
      read: readGeneralYaml(text),
    });
  }
  return usual !== undefined;
}

describe('is read fast', () => {
  test.each([
    'a: 1\n',
    'a: 1',
    '\n# request\na: 1  \n\n# more\nb-c: (coin.transfer "a" "k:b" 1.0)\n\n',
    'data:\n  k: v\n  deep:\n    x: [1, {y: z, "q": \'r\'}]\n    e: {}\nend: []\n',
    'a:\n- x\n- y: 1\n  z: 2\n-   - 5\n    - 6\nb: ok\n',
    'code: |\n  (f)\n\n    (g) # not a comment\n\nnext: |-\n    a\n# end\nlast: ~\n',
    '- |\n  a\n- |-\n  b\n- c: |\n    d\n',
    '{"a": 1,\n "b": ["x\\n\\"y\\"", true, -1.5e+3, null],\n"c":{}}\n',
    '\n  [1, 2,\n3]',
    '"a b": "x # y: z"\n\'c\': \'d: e\'\nk:abc: x:y\n',
    '"<<": 1\na: -5\né: "ü"\n',
    'a: 1\na: 2\n',
    'publicMeta:\n  chainId: "0"\n\n  gasPrice: 1e-8 \n# c\nkeyPairs:\n  - public: ab\n    secret: cd\n',
  ])('%j', (text) => {
    expect(expectSame(text)).toBe(true);
  });
});

describe('is left to the general parser', () => {
  test.each([
    '',
    'a',
    'a:\n',
    'a: b\n  c\n',
    'a: b # c\n',
    'a: &x 1\nb: *x\n',
    '<<: {a: 1}\n',
    'a:\tb\n',
    'a: |2\n  b\n',
    'a: |\n\n  b\n',
    'a: >\n  b\n',
    'a: [1,\n2]\n',
    'a: [x: 1]\n',
    '{"a":1}x',
    '? a\n: b\n',
    '---\na: 1\n',
    'a: 1\n---\nb: 1\n',
    '- a\nb: 1\n',
    'a: "b" c\n',
    `${'["a",'.repeat(200)}1${']'.repeat(200)}`,
  ])('%j', (text) => {
    expect(readUsualYaml(text, max)).toBe(undefined);
  });

  test('so are more nodes than a file may have', () => {
    expect(readUsualYaml('[1, 1, 1]', 4)).toBeDefined();
    expect(readUsualYaml('[1, 1, 1]', 3)).toBe(undefined);
    expect(readUsualYaml('a: 1\nb: 1', 5)).toBeDefined();
    expect(readUsualYaml('a: 1\nb: 1', 4)).toBe(undefined);
  });
});

/** Parts of lines, so that many texts are YAML. */
const parts = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a: 1\n', 'b:\n', '- ', '  ', '\n', 'c: "d"\n') },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "'e': f\n",
        '- g\n',
        'h: |\n',
        '    i\n',
        'j: [k, {l: m}]\n',
        '# n\n',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          ':',
          ' ',
          '#',
          '"',
          "'",
          '[',
          ']',
          '{',
          '}',
          ',',
          '-',
          '|',
          '|-',
          '?',
          '&',
          '*',
          '!',
          '%',
        ],
        ...[
          '...\n',
          '---\n',
          '\\',
          '\\n',
          '<<',
          '~',
          '>',
          '@',
          'é',
          '1',
          '-5',
          '"x": ',
          'k:l',
          '`',
        ],
      ),
    },
  ),
  { maxLength: 14 },
);

test('every text that is read fast is read the same', () => {
  fc.assert(
    fc.property(parts, (list) => void expectSame(list.join(''))),
    { numRuns: 3000 },
  );
});

const json = fc.json({ maxDepth: 4 });

test('JSON is read the same, on one line and indented', () => {
  fc.assert(
    fc.property(json, (text) => {
      expectSame(text);
      expectSame(JSON.stringify(JSON.parse(text), undefined, 2));
      expectSame(`a:\n  b: ${text}\nc: 1\n`);
    }),
    { numRuns: 300 },
  );
});
