// The tool `run`: runs a script, a contract or a few forms in a new session, and shows the value of each form.

import { noSpan, Source } from '../../../../base/span.ts';
import { isEvalError, GasTotal, renderError } from '../../../../lang/session/run.ts';
import { interactiveName } from '../../../../script/files.ts';
import { ReplEngine } from '../../../../tools/repl/engine.ts';
import { failureLines } from '../../../../tools/testing/reporters/failure-lines.ts';
import { paintOf } from '../../../../tools/testing/reporters/paint.ts';
import { failureReport } from '../../../../tools/testing/runner/test-report.ts';
import { isMemoryShort } from '../../memory.ts';
import { plainPath } from '../../paths.ts';
import { scriptHost } from '../../script-host.ts';
import { largeRoom } from '../../stack-size.ts';
import type { ToolOutcome, ToolTask } from '../calls.ts';
import type { ToolProject } from './tool-project.ts';

export function run(
  { program, setup }: Extract<ToolTask, { tool: 'run' }>,
  project: ToolProject,
): ToolOutcome {
  let isSetup = false;
  const say = (text: string): void => {
    if (!isSetup) project.say(text);
  };
  const gasTotal = new GasTotal();
  const engine = new ReplEngine({
    host: {
      ...scriptHost(project.files),
      plainPath,
      trace: (span, text) => say(`${span.source.name}:${span.startPosition.line + 1}: ${text}`),
      print: (span, text) =>
        say(`${span.source.name}:${span.startPosition.line + 1}: print: ${text}`),
    },
    ...largeRoom,
    isMemoryShort,
    gasTotal,
    pact4: project.settings?.pact4 === true,
  });
  let outcome: ToolOutcome = 'good';
  try {
    if (setup !== undefined) {
      const { path } = project.read(setup);
      isSetup = true;
      engine.runFile(path, false, noSpan);
      isSetup = false;
    }
    const before = BigInt(gasTotal.used);
    if (program.kind === 'file') engine.runFile(project.read(program.path).path, false, noSpan);
    else engine.run(new Source(interactiveName, program.code));
    project.say(`Done, with ${(BigInt(gasTotal.used) - before + 999n) / 1000n} gas`);
  } catch (error) {
    if (!isEvalError(error)) throw error;
    if (isSetup) project.say(`the setup ${setup} ended with an error`);
    project.say(renderError(error, { hints: true, bounded: engine.legacy.simulateOnChain }));
    outcome = 'bad';
  }
  reportFailures(engine, project);
  return engine.expectations.failureCount === 0 ? outcome : 'bad';
}

function reportFailures({ expectations }: ReplEngine, project: ToolProject): void {
  const { count, failed } = expectations;
  for (const { name, span, outcome } of failed) {
    if (outcome.kind !== 'failed') continue;
    const place = `${span.source.name}:${span.startPosition.line + 1}`;
    project.say(`${place}: failed: ${name}`);
    const lines = failureLines(failureReport(span, outcome), paintOf(false));
    project.say(lines.map((line) => `  ${line}`).join('\n'));
  }
  if (count > 0) project.say(`${count - failed.length} of ${count} expectations held`);
}
