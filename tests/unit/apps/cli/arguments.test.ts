import { expect, test } from 'vitest';
import { helpText, parseArguments } from '../../../../src/apps/cli/arguments.ts';

const given = (operands: readonly string[]) => ({ options: new Map(), operands });
const run = (...files: string[]) => ({
  kind: 'run',
  files,
  trace: false,
  showsCalls: false,
  findScript: false,
  usesCache: true,
  settings: {},
});

test.each([
  ['a.repl', run('a.repl')],
  ['a.repl b.pact', run('a.repl', 'b.pact')],
  ['-', run('-')],
  ['-t a.repl', { ...run('a.repl'), trace: true }],
  ['-t -t a.repl', { ...run('a.repl'), trace: true, showsCalls: true }],
  ['a.repl --trace', { ...run('a.repl'), trace: true }],
  ['-rt a.pact', { ...run('a.pact'), trace: true, findScript: true }],
  ['-- -t', run('-t')],
  ['--no-cache a.repl', { ...run('a.repl'), usesCache: false }],
  ['--gas-report a.repl', { ...run('a.repl'), gas: { report: 'table', profile: undefined } }],
  ['--gas-report json a.repl', { ...run('a.repl'), gas: { report: 'json', profile: undefined } }],
  ['a.repl --gas-report', { ...run('a.repl'), gas: { report: 'table', profile: undefined } }],
  ['--gas-report=table json', { ...run('json'), gas: { report: 'table', profile: undefined } }],
  [
    '--gas-profile b.txt a.repl',
    { ...run('a.repl'), gas: { report: undefined, profile: 'b.txt' } },
  ],
  ['', { kind: 'interactive', settings: {} }],
  ['--lines-from 0', { kind: 'interactive', settings: { linesFrom: 0 } }],
  ['--lines-from 1 a.repl', run('a.repl')],
  ['--pact4 a.repl', { ...run('a.repl'), settings: { pact4: true } }],
  ['--lines-from=0 a.repl', { ...run('a.repl'), settings: { linesFrom: 0 } }],
  ['--db s a.repl', { ...run('a.repl'), database: 's' }],
  ['--db=s', { kind: 'interactive', database: 's', settings: {} }],
  ['-v', { kind: 'version' }],
  ['--version a.repl', { kind: 'version' }],
  ['-hv', { kind: 'help' }],
  ['-b', { kind: 'builtins' }],
  ['--check-shadowing a.pact', { kind: 'check-shadowing', file: 'a.pact', settings: {} }],
  ['--check-shadowing=a.pact', { kind: 'check-shadowing', file: 'a.pact', settings: {} }],
  ['--check-shadowing -t', { kind: 'check-shadowing', file: '-t', settings: {} }],
])('pact %s', (line, command) => {
  expect(parseArguments(line.split(' ').filter(Boolean))).toEqual(command);
});

test.each([
  ['-x', 'unknown option -x'],
  ['-tx a.repl', 'unknown option -x'],
  ['--trances', 'unknown option --trances (did you mean --trace?)'],
  ['--trace=yes a.repl', 'the option --trace takes no argument'],
  ['--check-shadowing', 'the option --check-shadowing needs a file'],
  ['--check-shadowing=', 'the option --check-shadowing needs a file'],
  ['-t', 'the option --trace needs a file to run'],
  ['-r', 'the option --findscript needs a file to run'],
  ['--no-cache', 'the option --no-cache needs a file to run'],
  ['--gas-report', 'the option --gas-report needs a file to run'],
  ['--gas-report=xml a.repl', 'the option --gas-report takes table or json, not xml'],
  ['--gas-report= a.repl', 'the option --gas-report needs table or json'],
  ['--gas-profile b.json', 'the option --gas-profile needs a file to run'],
  ['--gas-profile', 'the option --gas-profile needs a file'],
  ['--gas-profile a.repl', 'the option --gas-profile would overwrite the program a.repl'],
  [
    '--gas-profile flame.png a.repl',
    'the option --gas-profile writes a picture (.svg), speedscope JSON (.json) or stacks (.txt, .folded), not flame.png',
  ],
  ['--gas-profile a.repl b.repl', 'the option --gas-profile would overwrite the program a.repl'],
  ['-c', 'the option --coverage needs a file to run'],
  ['-c --db a.pactdb a.repl', 'use --coverage or --db, not both'],
  [
    '--coverage-min much a.repl',
    'the option --coverage-min takes a number from 0 to 100, or lines=90,branches=80,functions=100, not much',
  ],
  [
    '--coverage-min lines=101 a.repl',
    'the option --coverage-min takes a number from 0 to 100, or lines=90,branches=80,functions=100, not lines=101',
  ],
  ['--lines-from 2 a.repl', 'the option --lines-from takes 0 or 1, not 2'],
  ['--lsp', 'the option --lsp is not supported yet'],
  ['--__proto__', 'unknown option --__proto__'],
])('pact %s is refused', (line, reason) => {
  expect(parseArguments(line.split(' '))).toEqual({ kind: 'misuse', reason });
});

test('an empty name is not a file', () => {
  expect(parseArguments([''])).toEqual({ kind: 'misuse', reason: 'a file name is empty' });
});

test.each([
  ['check', { kind: 'command', name: 'check', given: given([]) }],
  ['check a.pact lib', { kind: 'command', name: 'check', given: given(['a.pact', 'lib']) }],
  ['check -- -a.pact', { kind: 'command', name: 'check', given: given(['-a.pact']) }],
  ['check --help', { kind: 'command-help', name: 'check' }],
  ['check a.pact -h', { kind: 'command-help', name: 'check' }],
  ['help', { kind: 'help' }],
  ['help check', { kind: 'command-help', name: 'check' }],
  ['./check', run('./check')],
  ['-t check', { ...run('check'), trace: true }],
])('pact %s is a command', (line, command) => {
  expect(parseArguments(line.split(' '))).toEqual(command);
});

test.each([`-${'Q'.repeat(42)}`, `--${'_'.repeat(41)}`])('%s is a request key', (key) => {
  const command = { kind: 'command', name: 'poll' };
  const options = new Map([['network', ['testnet']]]);
  expect(parseArguments(['poll', '-n', 'testnet', key])).toEqual({
    ...command,
    given: { options, operands: [key] },
  });
  expect(parseArguments(['check', key])).toMatchObject({ kind: 'misuse' });
});

test.each([
  ['check --hlep', 'unknown option --hlep (did you mean --help?)', 'check'],
  ['check -x', 'unknown option -x', 'check'],
  ['help chekc', 'chekc is neither a file nor a command (did you mean check?)', undefined],
])('pact %s is refused', (line, reason, command) => {
  expect(parseArguments(line.split(' '))).toEqual({
    kind: 'misuse',
    reason,
    ...(command !== undefined && { command }),
  });
});

test('the help fits on a terminal', () => {
  expect(
    helpText('/docs')
      .split('\n')
      .filter((line) => line.length > 100),
  ).toEqual([]);
});

test('the help has a line for every option', () => {
  expect(helpText('/docs').match(/^ {2}(-\w, | {4})--/gm)).toHaveLength(23);
});
