// A session of the command: reads files from the disk, writes to the terminal, and limits depth to
// what the stack holds.

import type { Span } from '../../base/span.ts';
import { type Coverage, type GasProfile, spanText } from '../../lang/session/run.ts';
import type { FileAnswer } from '../../base/result.ts';
import { ReplEngine } from '../../tools/repl/engine.ts';
import type { ReplHost, ReplOptions } from '../../tools/repl/options.ts';
import { readSourceFile } from './files.ts';
import { writeLine } from './output.ts';
import { diskHost } from './script-host.ts';
import { maxTriedText, stopTry, type Stage } from './stage.ts';

/** `located`: values and prints with their places; `plain`: both without places; `prints`: only prints. */
type Shown = 'located' | 'plain' | 'prints';

export type SessionExtras = {
  readonly gasProfile?: GasProfile | undefined;
  readonly coverage?: Coverage | undefined;
  readonly watchers?: ReplOptions['watchers'];
  /** A layer between the session and the terminal. */
  readonly between?: Required<Pick<ReplOptions, 'host' | 'afterForm'>> | undefined;
};

export function newSession(
  stage: Stage,
  shown: Shown,
  { gasProfile, coverage, between, watchers }: SessionExtras = {},
): ReplEngine {
  const { room, settings, ...hooks } = stage;
  return new ReplEngine({
    host: between?.host ?? terminalHost(stage, shown),
    ...room,
    ...hooks,
    ...settings,
    ...(between !== undefined && { afterForm: between.afterForm }),
    coverage,
    watchers,
    ...(gasProfile !== undefined && { gasProfile }),
  });
}

export function terminalHost(stage: Stage, shown: Shown): ReplHost {
  const files = { ...diskHost, readFile: (path: string) => readFile(path, stage) };
  if (shown === 'located') {
    return {
      ...files,
      trace: (span, text) => writeLine(locatedLine('Trace', span, text, stage)),
      print: (span, text) => writeLine(locatedLine('Print', span, text, stage)),
    };
  }
  return {
    ...files,
    trace: shown === 'plain' ? (_, text) => writeLine(text) : undefined,
    print: (_, text) => writeLine(text),
  };
}

function readFile(path: string, { isTry }: Stage): FileAnswer {
  const answer = readSourceFile(path);
  if (isTry === true && answer.kind === 'text' && answer.text.length > maxTriedText) stopTry();
  return answer;
}

/**
 * `FILE:L:C-L:C:Trace: text`, which editors match on (pact-repl/Pact/Core/Repl.hs, execScript;
 * section 9.4).
 */
function locatedLine(
  kind: 'Trace' | 'Print',
  span: Span,
  text: string,
  { settings }: Stage,
): string {
  return `${spanText(span, settings?.linesFrom)}:${kind}: ${text}`;
}
