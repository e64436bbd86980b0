// Runs a script under the debugger's engine, driven by a list of steps.

import { Breakpoints } from '../../src/tools/debugger/breakpoints.ts';
import {
  DebugRun,
  type DebugOptions,
  type RunEnd,
  type StoppedRun,
} from '../../src/tools/debugger/debug-run.ts';
import type { Variable } from '../../src/tools/debugger/inspect.ts';
import { Positions } from '../../src/tools/debugger/positions.ts';
import type { Resume, Stop } from '../../src/tools/debugger/moment.ts';
import { silentHost } from '../../src/tools/repl/options.ts';
import { ScriptProofs } from '../../src/node/simnet/script-proofs.ts';

export type Debugged = {
  readonly breakpoints: Breakpoints;
  readonly output: string[];
  /** Returns the number of moments reached by all runs together. */
  readonly moments: () => number;
  /** Sets a breakpoint on a line. */
  readonly on: (file: string, line: number, more?: object) => void;
  readonly run: (
    stopped: (stop: Stop, run: StoppedRun) => Resume,
    more?: Partial<DebugOptions>,
  ) => RunEnd;
};

export function debugged(files: Readonly<Record<string, string>>, file = 'test.repl'): Debugged {
  const texts = new Map(Object.entries(files));
  const breakpoints = new Breakpoints();
  const output: string[] = [];
  const host: DebugOptions['host'] = {
    ...silentHost,
    makeChainProofs: () => new ScriptProofs(),
    readFile: (path) => {
      const text = texts.get(path);
      return text === undefined
        ? { kind: 'failure', reason: 'no such file' }
        : { kind: 'text', text };
    },
  };
  let id = 0;
  let moments = 0;
  return {
    breakpoints,
    output,
    moments: () => moments,
    on(path, line, more = {}) {
      const position = new Positions(path, texts.get(path) ?? '', 200).find(line);
      if (position === undefined) throw new Error(`no form on line ${line}`);
      id++;
      const added = { id, identity: path, position, ...more };
      breakpoints.setLines(path, [...breakpoints.inFile(path), added]);
    },
    run: (stopped, more = {}) =>
      new DebugRun(
        {
          file,
          host,
          room: { depthLimit: 2000, nestingLimit: 200 },
          breakpoints,
          stopOnEntry: false,
          ...more,
        },
        {
          stopped,
          attend: () => {
            moments++;
            return 'go-on';
          },
          output: (text, _, kind) => output.push(`${kind}: ${text}`),
        },
      ).run(),
  };
}

/** Returns `FILE:LINE NAME` of the innermost call. */
export function placeOf({ activations }: StoppedRun): string {
  const [at] = activations;
  const span = at?.at?.term.span ?? at?.form.span;
  const line = (span?.startPosition.line ?? -1) + 1;
  const name = at?.frame?.name.qualified ?? '(form)';
  return `${span?.source.name}:${line} ${at?.lambda === undefined ? name : `lambda in ${name}`}`;
}

/** Values can contain parts again and again, more than any text can show. */
const maxLines = 20_000;

/** Returns all visible state as text. */
export function stateOf(run: StoppedRun): string {
  const lines = [`moment ${run.moment}`];
  for (const at of run.activations) {
    const span = at.at?.term.span ?? at.form.span;
    lines.push(`at ${span.source.name}:${span.start} ${at.frame?.name.qualified ?? ''}`);
    for (const scope of run.scopes(at)) {
      lines.push(` ${scope.name}`);
      for (const each of scope.variables()) show(each, '  ', lines);
    }
  }
  return lines.join('\n');
}

function show({ name, value, parts }: Variable, margin: string, lines: string[]): void {
  if (lines.length >= maxLines) return;
  lines.push(`${margin}${name} = ${value}`);
  for (const each of parts?.() ?? []) show(each, `${margin} `, lines);
}
