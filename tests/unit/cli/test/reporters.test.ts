// What each reporter writes for the same run.
import { expect, test } from 'vitest';
import type { ReporterName } from '../../../../src/cli/test/reporter-names.ts';
import { reporters } from '../../../../src/cli/test/reporters/index.ts';
import { summaryOf } from '../../../../src/cli/test/summary.ts';
import type { FileReport } from '../../../../src/repl/testing/test-report.ts';
import { reportOf } from '../../../support/test-reports.ts';

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
            expected  "a"
            received  "b"
        ✗ bad.repl:4:0: stop
             4 | (enforce false "stop")
               | ^^^^^^^^^^^^^^^^^^^^^^
      
              E0901: The program itself refused to go on: an \`enforce\` failed. The message is its own.
            1 form left out, went on at bad.repl:6
      later  bad.repl:6
        ✗ small  bad.repl:6
            FAILURE: Expect-that: Did not satisfy condition: small, received: 5
    ✗ dead.repl  0 expectations  7 ms  0 gas
        its thread ended

    Files         2 failed, 1 passed, 1 not run
    Transactions  3
    Expectations  2 failed, 1 passed
    Errors        2
    Time          1.6 s
    Slowest         1.5 s  bad.repl"
  `);
});

test('pretty shows everything where it is asked to', () => {
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
      severity: fail
      at: "bad.repl:3:1"
      message: "FAILURE: two expected: \\"a\\", received: \\"b\\""
      ...
    not ok 3 - broken <&>
      ---
      severity: error
      at: "bad.repl:4:1"
      message: "bad.repl:4:0: stop\\n 4 | (enforce false \\"stop\\")\\n   | ^^^^^^^^^^^^^^^^^^^^^^\\n\\n  E0901: The program itself refused to go on: an \`enforce\` failed. The message is its own.\\n"
      ...
    not ok 4 - later: small
      ---
      severity: fail
      at: "bad.repl:6:20"
      message: "FAILURE: Expect-that: Did not satisfy condition: small, received: 5"
      ...
    # dead.repl
    not ok 5 - dead.repl
      ---
      severity: error
      at: "dead.repl:1:1"
      message: "its thread ended"
      ...
    1..5"
  `);
});

test('junit', () => {
  expect(written('junit')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="pact" tests="5" failures="2" errors="2" time="1.600">
      <testsuite name="good.repl" tests="1" failures="0" errors="0" time="0.012">
        <testcase name="sums: one" classname="good.repl" file="good.repl" line="1"/>
      </testsuite>
      <testsuite name="bad.repl" tests="3" failures="2" errors="1" time="1.500">
        <testcase name="broken &lt;&amp;&gt;: two" classname="bad.repl" file="bad.repl" line="3">
          <failure message="FAILURE: two expected: &quot;a&quot;, received: &quot;b&quot;">FAILURE: two expected: "a", received: "b"</failure>
        </testcase>
        <testcase name="broken &lt;&amp;&gt;" classname="bad.repl" file="bad.repl" line="4">
          <error message="stop">bad.repl:4:0: stop
     4 | (enforce false "stop")
       | ^^^^^^^^^^^^^^^^^^^^^^

      E0901: The program itself refused to go on: an \`enforce\` failed. The message is its own.
    </error>
        </testcase>
        <testcase name="later: small" classname="bad.repl" file="bad.repl" line="6">
          <failure message="FAILURE: Expect-that: Did not satisfy condition: small, received: 5">FAILURE: Expect-that: Did not satisfy condition: small, received: 5</failure>
        </testcase>
        <system-out>"here"</system-out>
      </testsuite>
      <testsuite name="dead.repl" tests="1" failures="0" errors="1" time="0.007">
        <testcase name="dead.repl" classname="dead.repl" file="dead.repl" line="1">
          <error message="its thread ended">its thread ended</error>
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
      expectations: { passed: 1, failed: 2 },
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
