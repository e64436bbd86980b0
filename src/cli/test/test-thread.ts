// The side of a thread: runs one file after the other, each in a session of its own.

import type { MessagePort } from 'node:worker_threads';
import { Coverage, Interrupted } from '../../lang/session/index.ts';
import { fileCounts } from '../coverage/run-covered.ts';
import type { Counterexample } from '../../repl/fuzz/counterexample.ts';
import { runTestFile, type FuzzWish } from '../../repl/testing/run-test-file.ts';
import type { FileReport } from '../../repl/testing/test-report.ts';
import { faultText } from '../fault.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { isMemoryShort } from '../memory.ts';
import { largeRoom } from '../stack-size.ts';
import type { TestAnswer, TestRequest, TestSettings, TestThreadWork } from './messages.ts';

export function serveTests(port: MessagePort, work: TestThreadWork): void {
  // The pool sends nothing but files.
  port.on('message', (request: TestRequest) => port.postMessage(answerOf(request, work)));
}

function answerOf({ file }: TestRequest, { settings, interrupt }: TestThreadWork): TestAnswer {
  const readable = readSourceFile(file);
  if (readable.kind === 'failure') {
    return {
      kind: 'report',
      report: unread(file, readable.reason),
      coverage: [],
      counterexamples: [],
    };
  }
  const counterexamples: Counterexample[] = [];
  const coverage = settings.coverage ? new Coverage() : undefined;
  try {
    const report = runTestFile(file, {
      host: {
        readFile: readSourceFile,
        identify: identifyFile,
        now: () => performance.now(),
      },
      room: largeRoom,
      isInterrupted: () => Atomics.load(interrupt, 0) !== 0,
      isMemoryShort,
      ...settings,
      coverage,
      fuzz: fuzzWish(file, settings, counterexamples),
    });
    const counts = coverage === undefined ? [] : fileCounts(coverage);
    return { kind: 'report', report, coverage: counts, counterexamples };
  } catch (error) {
    if (error instanceof Interrupted) return { kind: 'interrupted' };
    return { kind: 'fault', text: faultText(error) };
  }
}

function fuzzWish(
  file: string,
  { fuzz }: TestSettings,
  counterexamples: Counterexample[],
): FuzzWish | undefined {
  if (fuzz === undefined) return undefined;
  const { seed, runs, known } = fuzz;
  return {
    plan: { seed, runs, known: known.get(file) ?? [] },
    found: (all) => void counterexamples.push(...all),
  };
}

function unread(file: string, reason: string): FileReport {
  const problem = `cannot load ${file}: ${reason}`;
  const nothing = { blocks: [], notices: [], durationMs: 0, milliGas: 0n };
  return { file, reads: [identifyFile(file)], problem, ...nothing };
}
