import { expect, test } from 'vitest';
import { Source, Span } from '../../../src/base/span.ts';
import type { ShownFinding } from '../../../src/cli/findings/finding.ts';
import { githubText } from '../../../src/cli/findings/github.ts';
import { jsonText } from '../../../src/cli/findings/json.ts';
import { sarifText } from '../../../src/cli/findings/sarif.ts';

const source = new Source('a b/c,d.pact', '(f\n  "\u{1F600}" x)\n');
const findings: readonly ShownFinding[] = [
  {
    level: 'warning',
    rule: 'some-rule',
    message: '50%, or\nmore: x',
    span: new Span(source, source.text.indexOf('x'), source.text.indexOf('x') + 1),
  },
  {
    level: 'note',
    rule: 'other-rule',
    message: 'all',
    span: new Span(source, 0, source.text.length),
  },
];

test('GitHub: what has a meaning is escaped, columns stand only within a line', () => {
  expect(githubText(findings)).toBe(
    '::warning file=a b/c%2Cd.pact,line=2,endLine=2,col=7,endColumn=8,title=some-rule::50%25, or%0Amore: x\n' +
      '::notice file=a b/c%2Cd.pact,line=1,endLine=3,title=other-rule::all\n',
  );
});

test('JSON: places count from 1, columns are characters', () => {
  expect(JSON.parse(jsonText(findings))).toMatchObject([
    { file: 'a b/c,d.pact', line: 2, column: 7, endLine: 2, endColumn: 8, rule: 'some-rule' },
    { line: 1, column: 1, endLine: 3, endColumn: 1, level: 'note' },
  ]);
  expect(JSON.parse(jsonText([]))).toEqual([]);
});

test('SARIF: paths are URIs', () => {
  const rule = { name: 'some-rule', summary: 'short', help: 'long' };
  expect(JSON.parse(sarifText(findings, [rule], '1.0'))).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'pact', version: '1.0', rules: [{ id: 'some-rule' }] } },
        results: [
          {
            ruleId: 'some-rule',
            level: 'warning',
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'a%20b/c%2Cd.pact' },
                  region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 8 },
                },
              },
            ],
          },
          { ruleId: 'other-rule', level: 'note' },
        ],
      },
    ],
  });
});
