// The session behind the interactive REPL. The main thread owns the terminal and sends lines; this thread evaluates them
// and writes the results.

import type { MessagePort } from 'node:worker_threads';
import { compareText } from '../../base/text.ts';
import { definitionForms } from '../../lang/session/analyse.ts';
import type { ReplEngine } from '../../tools/repl/engine.ts';
import type { ReplHost } from '../../tools/repl/options.ts';
import { namesInScope } from '../../script/names/names-in-scope.ts';
import { localNames } from '../../script/names/local-names.ts';
import { FormBuffer } from './form-buffer.ts';
import { writeLine } from './output.ts';
import { reportTyped } from './report.ts';
import { runText } from './run-text.ts';
import { newSession, terminalHost } from './session.ts';
import type { Stage } from './stage.ts';
import { answerWord } from './terminal/typed-line.ts';
import { layOutValue } from './terminal/layout.ts';
import type { FormAnswer, Interrupt, Request } from './work.ts';

/** More do not fit on a screen. */
const maxCompletions = 500;

export type InteractiveOptions = {
  readonly interrupt: Interrupt;
  readonly stage: Stage;
  /** Called when the user leaves. */
  readonly end: () => void;
};

export function serveInteractive(
  port: MessagePort,
  { interrupt, stage: given, end }: InteractiveOptions,
): void {
  const stage: Stage = { ...given, isInterrupted: () => Atomics.load(interrupt, 0) !== 0 };
  let width = 80;
  const host: ReplHost = {
    ...terminalHost(stage, 'plain'),
    trace: (_, text) => writeLine(layOutValue(text, width)),
  };
  const engine = newSession(stage, 'plain', { between: { host, afterForm: () => undefined } });
  const buffer = new FormBuffer();
  port.on('message', (request: Request) => {
    if (request.kind === 'line') width = request.width;
    if (request.kind === 'end') {
      end();
      port.close();
      return;
    }
    const answer = answerTo(request, { engine, buffer, stage });
    if (answer !== undefined) port.postMessage(answer);
  });
}

type Conversation = {
  readonly engine: ReplEngine;
  readonly buffer: FormBuffer;
  readonly stage: Stage;
};

function answerTo(
  request: Exclude<Request, { kind: 'end' }>,
  { engine, buffer, stage }: Conversation,
): FormAnswer | undefined {
  switch (request.kind) {
    case 'line': {
      const word = buffer.isEmpty ? answerWord(engine, request.text, request.width) : undefined;
      if (word === 'leave') return { kind: 'leave' };
      if (word !== undefined) {
        writeLine(word.text);
        return { kind: 'ready' };
      }
      const text = buffer.add(request.text);
      if (text === undefined) return { kind: 'incomplete' };
      const failures = engine.expectations.failureCount;
      if (runText(engine, text, { stage, isEnd: false, width: request.width }) === 'incomplete')
        return { kind: 'incomplete' };
      reportTyped(engine.expectations.failed.slice(failures), request.width);
      buffer.clear();
      return { kind: 'ready' };
    }
    case 'abandon':
      buffer.clear();
      return undefined;
    case 'complete':
      return { kind: 'completions', names: completions(engine, buffer, request) };
  }
}

function completions(
  engine: ReplEngine,
  buffer: FormBuffer,
  { line, prefix }: Extract<Request, { kind: 'complete' }>,
): readonly string[] {
  const names = new Set<string>();
  const before = `${buffer.text}\n${line.slice(0, line.length - prefix.length)}`;
  const words = definitionForms.map(({ name }) => name);
  for (const name of [
    ...localNames(before),
    ...words,
    ...namesInScope(engine.sets, engine.machine),
  ]) {
    if (name.startsWith(prefix)) names.add(name);
  }
  return [...names].sort(compareText).slice(0, maxCompletions);
}
