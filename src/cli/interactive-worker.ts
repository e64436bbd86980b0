// The session behind the interactive REPL. The main thread owns the terminal and sends lines; this
// one evaluates and writes what comes of them.

import type { MessagePort } from 'node:worker_threads';
import { compareText } from '../base/text.ts';
import type { ReplEngine } from '../repl/engine.ts';
import { namesInScope } from '../repl/names-in-scope.ts';
import { FormBuffer } from './form-buffer.ts';
import { runText } from './run-text.ts';
import { newSession } from './session.ts';
import { inThread, type Stage } from './stage.ts';
import type { Answer, Interrupt, Request } from './work.ts';

/** More would not fit on a screen. */
const mostCompletions = 500;

export function serveInteractive(port: MessagePort, interrupt: Interrupt): void {
  const stage: Stage = { ...inThread, isInterrupted: () => Atomics.load(interrupt, 0) !== 0 };
  const engine = newSession(stage, 'plain');
  const buffer = new FormBuffer();
  port.on('message', (request: Request) => {
    const answer = answerTo(request, engine, buffer);
    if (answer !== undefined) port.postMessage(answer);
  });
}

function answerTo(request: Request, engine: ReplEngine, buffer: FormBuffer): Answer | undefined {
  switch (request.kind) {
    case 'line': {
      const text = buffer.add(request.text);
      if (text === undefined) return { kind: 'incomplete' };
      if (runText(engine, text, { stage: inThread, isEnd: false }) === 'incomplete')
        return { kind: 'incomplete' };
      buffer.clear();
      return { kind: 'ready' };
    }
    case 'abandon':
      buffer.clear();
      return undefined;
    case 'complete':
      return { kind: 'completions', names: completions(engine, request.prefix) };
  }
}

function completions(engine: ReplEngine, prefix: string): readonly string[] {
  const names = new Set<string>();
  for (const name of namesInScope(engine)) if (name.startsWith(prefix)) names.add(name);
  return [...names].sort(compareText).slice(0, mostCompletions);
}
