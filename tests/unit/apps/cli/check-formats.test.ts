// The output formats of a check for other programs.
import { expect, test } from 'vitest';
import { foundOf } from '../../../../src/apps/cli/check/run-check.ts';
import { machineFormats } from '../../../../src/apps/cli/check/formats.ts';
import { checkFiles } from '../../../support/check-files.ts';

const project = checkFiles({
  'a b.pact':
    '(module m G\n  (defcap G () true)\n  (defun f (x:decimal y:object) x)\n  (defun g () (f 1 {})))',
});
const report = { files: project.files, found: project.diagnostics.map(foundOf) };
const inFormat = (name: string): string => machineFormats[name]?.(report) ?? 'no such format';

test('JSON', () => {
  expect(JSON.parse(inFormat('json'))).toEqual({
    version: 1,
    files: ['a b.pact'],
    errors: 1,
    warnings: 1,
    notes: 0,
    diagnostics: [
      {
        severity: 'warning',
        code: 'E1210',
        message: expect.stringContaining('unsupported for type: object.') as string,
        place: { file: 'a b.pact', line: 3, column: 23, endLine: 3, endColumn: 24 },
        related: [],
        explanation: expect.any(String) as string,
        hints: [],
      },
      {
        severity: 'error',
        code: 'E1201',
        message: 'Couldnt match type decimal with integer',
        place: { file: 'a b.pact', line: 4, column: 18, endLine: 4, endColumn: 19 },
        related: [
          {
            message: 'Expected: decimal, parameter x of f',
            place: { file: 'a b.pact', line: 3, column: 13, endLine: 3, endColumn: 14 },
          },
          {
            message: 'Actual: integer',
            place: { file: 'a b.pact', line: 4, column: 18, endLine: 4, endColumn: 19 },
          },
        ],
        explanation: 'This expression does not have the type that is needed here.',
        hints: ['Write the integer as a decimal, such as 1.0, or convert it with dec.'],
      },
    ],
  });
});

test('SARIF names its rules and locations', () => {
  const { version, runs } = JSON.parse(inFormat('sarif')) as {
    version: string;
    runs: [{ tool: { driver: { rules: { id: string; help: object }[] } }; results: unknown[] }];
  };
  expect(version).toBe('2.1.0');
  expect(runs[0].tool.driver.rules.map(({ id }) => id)).toEqual(['E1210', 'E1201']);
  const text = 'This expression does not have the type that is needed here.';
  expect(runs[0].tool.driver.rules[1]?.help).toEqual({ text });
  expect(runs[0].results[1]).toMatchObject({
    ruleId: 'E1201',
    ruleIndex: 1,
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b.pact' },
          region: { startLine: 4, startColumn: 18, endLine: 4, endColumn: 19 },
        },
      },
    ],
  });
});

test('GitHub gets one command for each error', () => {
  expect(inFormat('github').split('\n')).toEqual([
    expect.stringMatching(/^::warning file=a b\.pact,line=3,col=23,/) as string,
    '::error file=a b.pact,line=4,col=18,endLine=4,endColumn=19,title=pact E1201::' +
      'Couldnt match type decimal with integer%0A' +
      'Write the integer as a decimal, such as 1.0, or convert it with dec.',
  ]);
});

test('nothing found', () => {
  const nothing = { files: [], found: [] };
  expect(machineFormats['github']?.(nothing)).toBe('');
  expect(JSON.parse(machineFormats['json']?.(nothing) ?? '')).toMatchObject({ errors: 0 });
});
