// Runs forms that were typed or read from a pipe: each on its own, so that an error ends only its
// form.

import { Source } from '../../base/span.ts';
import { Interrupted, syntaxError } from '../../lang/session/run.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';
import type { ReplEngine } from '../../tools/repl/engine.ts';
import { parseTyped } from '../../script/pages/documentation.ts';
import { interactiveName } from '../../script/files.ts';
import { writeErrorLine } from './output.ts';
import { reportThrown, type Outcome } from './report.ts';
import type { Stage } from './stage.ts';

export type TextOutcome = Outcome | 'interrupted' | 'incomplete';

type TextOptions = {
  readonly stage: Stage;
  readonly isEnd: boolean;
  /** The lines of a pipe in front of the text. */
  readonly linesBefore?: number;
  /** The width of the terminal, in an interactive session. */
  readonly width?: number;
};

/** `isEnd`: there is no more input, so an open form is an error. */
export function runText(
  engine: ReplEngine,
  text: string,
  { stage, isEnd, linesBefore, ...shown }: TextOptions,
): TextOutcome {
  const source = new Source(interactiveName, text, linesBefore);
  const { value, diagnostics, isIncomplete } = parseTyped(source, {
    dialect: 'repl',
    nestingLimit: stage.room.nestingLimit,
  });
  if (isIncomplete && !isEnd) return 'incomplete';
  const [first] = diagnostics;
  if (first !== undefined) return reportThrown(syntaxError(first), stage, shown);
  let outcome: TextOutcome = 'success';
  for (const form of value) {
    const ofForm = runForm(engine, { source, form }, stage, shown);
    if (ofForm === 'interrupted') return ofForm;
    if (ofForm !== 'success') outcome = ofForm;
  }
  return outcome;
}

function runForm(
  engine: ReplEngine,
  { source, form }: { readonly source: Source; readonly form: TopLevel },
  stage: Stage,
  shown: Pick<TextOptions, 'width'>,
): Outcome | 'interrupted' {
  try {
    engine.runParsed(source, [form]);
    return 'success';
  } catch (error) {
    engine.meter.forgetExcess();
    if (!(error instanceof Interrupted)) {
      return reportThrown(error, stage, {
        ...shown,
        bounded: engine.legacy.simulateOnChain,
      });
    }
    writeErrorLine('interrupted');
    return 'interrupted';
  }
}
