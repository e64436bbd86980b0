// The output of each reporter for the same run.
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ReporterName } from '../../../../../src/tools/testing/reporters/names.ts';
import { reporters } from '../../../../../src/tools/testing/reporters/index.ts';
import { summaryOf } from '../../../../../src/tools/testing/reporters/summary.ts';
import type { FileReport } from '../../../../../src/tools/testing/runner/test-report.ts';
import { reportOf } from '../../../../support/test-reports.ts';

const good = { 'good.repl': '(begin-tx "sums") (expect "one" 1 1) (commit-tx)' };
const bad = {
  'bad.repl': `(begin-tx "broken <&>")
(print "here")
(expect "two" "a" "b")
(enforce false "stop")
(commit-tx)
(begin-tx "later") (expect-that "small" (> 3) 5)`,
};
const reports: readonly FileReport[] = [
  { ...reportOf(good), durationMs: 12 },
  { ...reportOf(bad, { keepGoing: true }), durationMs: 1500 },
  {
    file: 'dead.repl',
    blocks: [],
    reads: [],
    notices: [],
    problem: 'its thread ended',
    durationMs: 7,
    milliGas: 0n,
  },
];

function written(name: ReporterName, { verbose = false } = {}): string {
  const lines: string[] = [];
  const reporter = reporters[name]({
    write: (text) => lines.push(text),
    colour: false,
    verbose,
  });
  for (const report of reports) reporter.fileEnded(report);
  reporter.runEnded(reports, summaryOf(reports, { durationMs: 1600, notRun: 1 }));
  return lines.join('\n');
}

test('pretty', () => {
  expect(written('pretty')).toMatchInlineSnapshot(`
    "✓ good.repl  1 expectation  12 ms  0 gas
    ✗ bad.repl  2 of 2 expectations failed  1.5 s  1 gas
      broken <&>  bad.repl:1
        | "here"
        ✗ two  bad.repl:3
             3 | (expect "two" "a" "b")
               | ^^^^^^^^^^^^^^^^^^^^^^
            expected  "a"
            received  "b"
        ✗ bad.repl:4:0: stop
             4 | (enforce false "stop")
               | ^^^^^^^^^^^^^^^^^^^^^^
      
              E0901: The condition is always false.
            1 form skipped, continued at bad.repl:6
      later  bad.repl:6
        ✗ small  bad.repl:6
             6 | (begin-tx "later") (expect-that "small" (> 3) 5)
               |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            did not satisfy the condition, received 5
    ✗ dead.repl  no expectations  7 ms  0 gas
        its thread ended

    Files         2 failed, 1 passed, 1 not run
    Transactions  3
    Expectations  2 failed, 1 passed
    Errors        2
    Time          1.6 s
    Slowest         1.5 s  bad.repl"
  `);
});

test('pretty shows everything if requested', () => {
  expect(written('pretty', { verbose: true }).split('\n').slice(0, 3)).toMatchInlineSnapshot(`
    [
      "✓ good.repl  1 expectation  12 ms  0 gas",
      "  sums  good.repl:1",
      "    ✓ one",
    ]
  `);
});

test('dot', () => {
  expect(written('dot').split('\n').slice(0, 3)).toMatchInlineSnapshot(`
    [
      ".FEFE",
      "",
      "bad.repl",
    ]
  `);
});

test('tap', () => {
  expect(written('tap')).toMatchInlineSnapshot(`
    "TAP version 14
    # good.repl
    ok 1 - sums: one
    # bad.repl
    not ok 2 - broken <&>: two
      ---
      message: "expected \\"a\\", received \\"b\\""
      severity: fail
      type: expectation
      at:
        file: "bad.repl"
        line: 3
        column: 1
      wanted: "\\"a\\""
      found: "\\"b\\""
      details: |2-
         3 | (expect "two" "a" "b")
           | ^^^^^^^^^^^^^^^^^^^^^^
        expected  "a"
        received  "b"
      duration_ms: 0.000
      ...
    not ok 3 - broken <&>
      ---
      message: "stop"
      severity: error
      type: E0901
      at:
        file: "bad.repl"
        line: 4
        column: 1
      details: |2-
        bad.repl:4:0: stop
         4 | (enforce false "stop")
           | ^^^^^^^^^^^^^^^^^^^^^^

          E0901: The condition is always false.
      duration_ms: 0.000
      ...
    not ok 4 - later: small
      ---
      message: "did not satisfy the condition, received 5"
      severity: fail
      type: expectation
      at:
        file: "bad.repl"
        line: 6
        column: 20
      details: |2-
         6 | (begin-tx "later") (expect-that "small" (> 3) 5)
           |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
        did not satisfy the condition, received 5
      duration_ms: 0.000
      ...
    # dead.repl
    not ok 5 - dead.repl
      ---
      message: "its thread ended"
      severity: error
      type: run
      at:
        file: "dead.repl"
        line: 1
        column: 1
      duration_ms: 7.000
      ...
    # 1 file not run
    1..5"
  `);
});

test('junit', () => {
  expect(written('junit')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="pact" tests="5" failures="2" errors="2" time="1.600">
      <testsuite name="good.repl" tests="1" failures="0" errors="0" skipped="0" time="0.012">
        <testcase name="sums: one" classname="good" file="good.repl" line="1" time="0.000"/>
      </testsuite>
      <testsuite name="bad.repl" tests="3" failures="2" errors="1" skipped="0" time="1.500">
        <testcase name="broken &lt;&amp;&gt;: two" classname="bad" file="bad.repl" line="3" time="0.000">
          <failure type="expectation" message="expected &quot;a&quot;, received &quot;b&quot;">bad.repl:3
     3 | (expect "two" "a" "b")
       | ^^^^^^^^^^^^^^^^^^^^^^
    expected  "a"
    received  "b"</failure>
        </testcase>
        <testcase name="broken &lt;&amp;&gt;" classname="bad" file="bad.repl" line="4" time="0.000">
          <error type="E0901" message="stop">bad.repl:4:0: stop
     4 | (enforce false "stop")
       | ^^^^^^^^^^^^^^^^^^^^^^

      E0901: The condition is always false.</error>
        </testcase>
        <testcase name="later: small" classname="bad" file="bad.repl" line="6" time="0.000">
          <failure type="expectation" message="did not satisfy the condition, received 5">bad.repl:6
     6 | (begin-tx "later") (expect-that "small" (&gt; 3) 5)
       |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    did not satisfy the condition, received 5</failure>
        </testcase>
        <system-out>"here"</system-out>
      </testsuite>
      <testsuite name="dead.repl" tests="1" failures="0" errors="1" skipped="0" time="0.007">
        <testcase name="dead.repl" classname="dead" file="dead.repl" line="1" time="0.007">
          <error type="run" message="its thread ended">dead.repl:1
    its thread ended</error>
        </testcase>
      </testsuite>
    </testsuites>"
  `);
});

test('json holds every report and the summary', () => {
  expect(JSON.parse(written('json'))).toEqual({
    version: 1,
    summary: {
      files: { passed: 1, failed: 2 },
      transactions: 3,
      expectations: { passed: 1, failed: 2, notTried: 0 },
      errors: 2,
      notices: 0,
      durationMs: 1600,
      notRun: 1,
    },
    files: expect.arrayContaining([
      expect.objectContaining({ file: 'good.repl', milliGas: Number(reports[0]?.milliGas) }),
      expect.objectContaining({ file: 'dead.repl', problem: 'its thread ended' }),
    ]) as unknown,
  });
});

const place = { file: 'odd #1.repl', line: 1, column: 2 };
const oddText = '  a: # \\ "\u0000\u0007\u0085\u2028\ufeff]]>\r\n\ud83d\ude00\t';
const lines = '  two\n\nlines: # |';
const odd: FileReport = {
  ...reportOf(good),
  file: place.file,
  blocks: [
    {
      name: 'a # b\\\n\u0007c',
      place,
      expectations: [
        {
          name: '# skip',
          place,
          durationMs: 1.5,
          failure: {
            message: 'differs',
            expected: oddText,
            received: lines,
            source: undefined,
            error: undefined,
          },
        },
      ],
      prints: [],
      error: {
        place,
        code: 'E1',
        message: oddText,
        rendered: lines,
        stack: [],
        skipped: 0,
        resumesAt: undefined,
      },
      durationMs: 4,
      milliGas: 0n,
    },
  ],
};

function writtenOfOdd(name: ReporterName): string {
  const all: string[] = [];
  const options = { write: (text: string) => all.push(text), colour: false, verbose: false };
  const reporter = reporters[name](options);
  reporter.fileEnded(odd);
  reporter.runEnded([odd], summaryOf([odd], { durationMs: 1, notRun: 0 }));
  return all.join('\n');
}

test('tap accepts any text: titles of one line without directives, and YAML', () => {
  const tap = writtenOfOdd('tap');
  const titles = tap.split('\n').filter((line) => !line.startsWith(' ') && line !== '');
  expect(titles).toEqual([
    'TAP version 14',
    '# odd \\#1.repl',
    'not ok 1 - a \\# b\\\\ c: \\# skip',
    'not ok 2 - a \\# b\\\\ c',
    '1..2',
  ]);
  const blocks = [...tap.matchAll(/^ {2}---\n(.*?)^ {2}\.\.\.$/gms)];
  expect(blocks.map(([, yaml = '']) => parse(yaml) as unknown)).toEqual([
    {
      message: 'differs',
      severity: 'fail',
      type: 'expectation',
      at: place,
      wanted: oddText,
      found: lines,
      details: expect.stringMatching(/^- expected\n\+ received\n.*# \|$/s) as unknown,
      duration_ms: 1.5,
    },
    {
      message: oddText.split('\n')[0],
      severity: 'error',
      type: 'E1',
      at: place,
      details: lines,
      duration_ms: 2.5,
    },
  ]);
});

test('xml accepts any text except what it cannot represent', () => {
  const xml = writtenOfOdd('junit');
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|]]>/);
  expect(xml).toContain('message="  a: # \\ &quot;\ufffd\ufffd\u0085\u2028\ufeff]]&gt;&#13;"');
  expect(xml).toContain('name="a # b\\&#10;\ufffdc: # skip" classname="odd #1"');
  expect(xml).toContain(`time="0.003">\n      <error type="E1"`);
});

test('pretty shows where a contract printed, but not where the script did', () => {
  const all: string[] = [];
  const options = { write: (text: string) => all.push(text), colour: false, verbose: true };
  const [block] = odd.blocks;
  if (block === undefined) throw new Error('a block');
  const elsewhere = { ...place, file: 'bank.pact', line: 7 };
  const prints = [
    { place: block.place, text: 'of the script' },
    { place: elsewhere, text: 'of the contract' },
  ];
  reporters.pretty(options).fileEnded({ ...odd, blocks: [{ ...block, prints }] });
  expect(all.filter((line) => line.includes(' | of ') || line.includes('bank.pact'))).toEqual([
    '    | of the script',
    '    | bank.pact:7: of the contract',
  ]);
});
