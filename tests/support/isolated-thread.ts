// The thread behind isolated.ts: runs one program after the other, each in a new session, and answers with the outcome, cut
// to what a table of answers needs. It builds all output that a user could see: traces, errors with their call stacks,
// failed expectations.

import { parentPort } from 'node:worker_threads';
import { assert } from '../../src/base/assert.ts';
import { Source } from '../../src/base/span.ts';
import { isMemoryShort } from '../../src/apps/cli/memory.ts';
import { renderError } from '../../src/lang/diagnostics/render.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { boundedText } from '../../src/lang/diagnostics/text.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';
import type { ReplHost } from '../../src/tools/repl/options.ts';
import type { IsolatedProgram, ProgramOutcome } from './isolated.ts';

const shownLength = 2000;

const port = parentPort;
assert(port !== null, 'this program runs in a worker');
port.on('message', (program: IsolatedProgram) => port.postMessage(outcomeOf(program)));

function outcomeOf(program: IsolatedProgram): ProgramOutcome {
  try {
    return run(program);
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    return { kind: 'crash', text: text.slice(0, 300), stack: stack.slice(0, 4000) };
  }
}

function run({ name, text, files, room }: IsolatedProgram): ProgramOutcome {
  const engine = new ReplEngine({ host: hostOf(files ?? {}), ...room, isMemoryShort });
  let last = '';
  try {
    engine.run(new Source(name ?? 'test.repl', text), (result) => {
      last = resultTextOf(result) ?? '';
    });
  } catch (error) {
    if (!isEvalError(error)) throw error;
    renderError(error, { hints: true });
    boundedText(error);
    return { kind: 'error', name: error.name, text: cut(error.message) };
  }
  const failures = engine.expectations.failed.map(({ outcome }) =>
    outcome.kind === 'failed' ? cut(outcome.message) : '',
  );
  return { kind: 'result', text: cut(last), length: last.length, failures };
}

function hostOf(files: Readonly<Record<string, string>>): ReplHost {
  const texts = new Map(Object.entries(files));
  return {
    readFile(path) {
      const text = texts.get(path);
      return text === undefined
        ? { kind: 'failure', reason: 'there is no such file' }
        : { kind: 'text', text };
    },
    identify: (path) => path,
    trace: () => undefined,
    print: () => undefined,
  };
}

const cut = (text: string): string => text.slice(0, shownLength);
