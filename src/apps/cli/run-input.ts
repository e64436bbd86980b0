// `pact < FILE`: runs forms from a pipe. Each runs as soon as it is complete, and its value is shown.

import { TextDecoder } from 'node:util';
import { exitStatus, type ExitStatus } from './exit.ts';
import { maxFileBytes, readChunk } from './files.ts';
import { FormBuffer } from './form-buffer.ts';
import { writeErrorLine } from './output.ts';
import { reportExpectations } from './report.ts';
import { runText, type TextOutcome } from './run-text.ts';
import { newSession } from './session.ts';
import type { Stage } from './stage.ts';

export function runInput(stage: Stage): ExitStatus {
  const engine = newSession(stage, 'plain');
  const buffer = new FormBuffer();
  const outcomes = new Set<TextOutcome>();
  /** The lines that are read, and those in front of the open form. */
  let lines = 0;
  let linesBefore = 0;
  for (const line of inputLines()) {
    if (typeof line !== 'string') {
      writeErrorLine(`pact: cannot read the input: ${line.reason}`);
      outcomes.add('failure');
      break;
    }
    lines++;
    const text = buffer.add(line);
    const place = { stage, isEnd: false, linesBefore };
    const outcome = text === undefined ? 'incomplete' : runText(engine, text, place);
    if (outcome === 'incomplete') continue;
    outcomes.add(outcome);
    buffer.clear();
    linesBefore = lines;
  }
  if (!buffer.isEmpty) {
    outcomes.add(runText(engine, buffer.text, { stage, isEnd: true, linesBefore }));
  }
  reportExpectations(engine.expectations.failed, stage);
  if (outcomes.has('fault')) return exitStatus.fault;
  const failed = outcomes.has('failure') || engine.expectations.failureCount > 0;
  return failed ? exitStatus.failure : exitStatus.success;
}

/** Yields lines; a failure, if any, comes last. */
function* inputLines(): Generator<string | { readonly reason: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let open = '';
  for (;;) {
    const chunk = readChunk();
    const decoded = decode(decoder, chunk);
    if (decoded === undefined) {
      yield { reason: 'it is not UTF-8 text' };
      return;
    }
    const [first = '', ...others] = decoded.split('\n');
    open += first;
    for (const line of others) {
      yield open;
      open = line;
    }
    if (open.length > maxFileBytes) {
      yield { reason: 'a line is too long' };
      return;
    }
    if (chunk === undefined) break;
  }
  if (open !== '') yield open;
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined): string | undefined {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    return undefined;
  }
}
