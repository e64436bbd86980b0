// Running scripts: each file in a session of its own; failed expectations are listed at the end, an error ends a file.
// Source: pact-repl/Main.hs (runScript, locatePactReplScript); sections 9.4 and 12.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { noSpan, Source } from '../base/span.ts';
import {
  EvalError,
  findShadows,
  parseProgram,
  renderError,
  shadowText,
  spanText,
  syntaxError,
  ValueTooLarge,
} from '../lang/session/index.ts';
import { ReplEngine } from '../repl/engine.ts';
import type { ReplHost } from '../repl/host.ts';
import type { Command } from './arguments.ts';
import { identifyFile, readSourceFile } from './files.ts';
import { locatedLine, useColour, writeErrorLine, writeLine } from './output.ts';
import { depthLimit, nestingLimit } from './stack-size.ts';

type Run = Extract<Command, { kind: 'run' }>;

/** The exit status: 1 where a file did not load or an expectation failed. */
export function runFiles(run: Run): number {
  let status = 0;
  for (const file of run.files) {
    const script = run.findScript ? findScript(file) : file;
    if (!runFile(script, run.trace)) status = 1;
  }
  return status;
}

function runFile(file: string, trace: boolean): boolean {
  const engine = new ReplEngine({ host: terminalHost(trace), depthLimit, nestingLimit });
  try {
    engine.runFile(file, false, noSpan);
  } catch (error) {
    const bounded = engine.legacy.simulateOnChain;
    writeErrorLine(`${errorReport(error, { bounded })}\nLoad failed`);
    return false;
  }
  return report(engine);
}

function report(engine: ReplEngine): boolean {
  const { failed } = engine.expectations;
  for (const { span, outcome } of failed) {
    if (outcome.kind === 'failed') writeLine(`${spanText(span)}:${outcome.message}`);
  }
  const unchecked = engine.notTypechecked.length;
  if (unchecked > 0) {
    const modules = unchecked === 1 ? '1 module was' : `${unchecked} modules were`;
    writeLine(`Warning: ${modules} not typechecked: the typechecker is not built yet`);
  }
  if (failed.length === 0) writeLine('Load successful');
  else writeErrorLine('Load failed');
  return failed.length === 0;
}

export function errorReport(error: unknown, { bounded = false } = {}): string {
  if (error instanceof EvalError) {
    const colour = useColour(process.stderr.isTTY, process.env);
    return renderError(error, { colour, bounded });
  }
  if (error instanceof ValueTooLarge) return `${error.message}\n`;
  throw error;
}

export function terminalHost(trace: boolean): ReplHost {
  return {
    readFile: readSourceFile,
    identify: identifyFile,
    now: () => performance.now(),
    trace: trace ? (span, text) => writeLine(locatedLine('Trace', span, text)) : undefined,
    print(span, text) {
      writeLine(trace ? locatedLine('Print', span, text) : text);
    },
  };
}

/** The script beside a contract: of the same name, or the only one of its folder. */
function findScript(file: string): string {
  if (!file.endsWith('.pact')) return file;
  const sibling = file.replace(/\.pact$/, '.repl');
  if (existsSync(sibling)) return sibling;
  const folder = dirname(file);
  const scripts = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.repl')) : [];
  const [only] = scripts;
  return only !== undefined && scripts.length === 1 ? join(folder, basename(only)) : file;
}

/** Lists names that hide a builtin; finding some is no failure. */
export function checkShadowing(file: string): number {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read ${file}: ${answer.reason}`);
    return 1;
  }
  const source = new Source(file, answer.text);
  const { value, diagnostics } = parseProgram(source, { dialect: 'repl', nestingLimit });
  const [first] = diagnostics;
  if (first !== undefined) {
    writeErrorLine(errorReport(syntaxError(first)));
    return 1;
  }
  const engine = new ReplEngine({ host: terminalHost(false), depthLimit, nestingLimit });
  for (const shadow of findShadows(value, engine.nativeTable)) {
    writeLine(`${spanText(shadow.span)}: ${shadowText(shadow)}`);
  }
  return 0;
}
