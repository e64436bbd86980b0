import { expect, test } from 'vitest';
import { optionLines, readOptions, type Option } from '../../../../src/apps/cli/options.ts';

const table: readonly Option[] = [
  { long: 'quiet', short: 'q', help: 'say less' },
  {
    long: 'jobs',
    short: 'j',
    argument: {
      name: 'COUNT',
      fault: (text) => (/^[1-9]\d*$/.test(text) ? undefined : 'needs a number above 0'),
    },
    help: 'how many at once',
  },
  {
    long: 'format',
    argument: { name: 'FORMAT', choices: ['pretty', 'json'] },
    help: 'how to show it',
  },
  {
    long: 'report',
    argument: { name: '[table|json]', choices: ['table', 'json'], absent: 'table' },
    help: 'what to report',
  },
];

test.each([
  ['', {}, []],
  ['a b', {}, ['a', 'b']],
  ['-q a', { quiet: [''] }, ['a']],
  ['-qj2 a', { quiet: [''], jobs: ['2'] }, ['a']],
  ['-qj 2 a', { quiet: [''], jobs: ['2'] }, ['a']],
  ['--jobs 2 --jobs=3', { jobs: ['2', '3'] }, []],
  ['--format json', { format: ['json'] }, []],
  ['--report json a', { report: ['json'] }, ['a']],
  ['--report=json a', { report: ['json'] }, ['a']],
  ['--report a', { report: ['table'] }, ['a']],
  ['--report --format json', { report: ['table'], format: ['json'] }, []],
  ['a --report', { report: ['table'] }, ['a']],
  ['-- -q', {}, ['-q']],
  ['-', {}, ['-']],
])('%j gives options and operands', (line, options, operands) => {
  expect(readOptions(line.split(' ').filter(Boolean), table)).toEqual({
    options: new Map(Object.entries(options)),
    operands,
  });
});

test.each([
  ['--jobs', 'the option --jobs needs a count'],
  ['--jobs=', 'the option --jobs needs a count'],
  ['-j', 'the option --jobs needs a count'],
  ['-j0', 'the option --jobs needs a number above 0'],
  ['--quiet=1', 'the option --quiet takes no argument'],
  ['--format', 'the option --format needs pretty or json'],
  ['--format jsno', 'the option --format takes pretty or json, not jsno (did you mean json?)'],
  ['--fromat', 'unknown option --fromat (did you mean --format?)'],
  ['--q', 'unknown option --q'],
  ['-x', 'unknown option -x'],
])('%s is refused with a sentence', (line, reason) => {
  expect(readOptions(line.split(' '), table)).toEqual({ kind: 'misuse', reason });
});

test('the help aligns the lines', () => {
  expect(optionLines(table)).toBe(
    '  -q, --quiet                 say less\n' +
      '  -j, --jobs COUNT            how many at once\n' +
      '      --format FORMAT         how to show it\n' +
      '      --report [table|json]   what to report',
  );
});
