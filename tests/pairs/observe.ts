// Runs a script form by form, as at the prompt, and records everything observable about each form: its value or error,
// the gas so far, new events, and what its transaction wrote.

import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { blake2b256 } from '../../src/base/crypto/hashes.ts';
import type { Database } from '../../src/lang/db/database.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError } from '../../src/lang/diagnostics/render.ts';
import { Interrupted } from '../../src/lang/state/limits.ts';
import { parseModuleName } from '../../src/lang/values/text/names-parse.ts';
import { showValue } from '../../src/lang/values/text/show.ts';
import type { PactValue } from '../../src/lang/values/value.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { type ReplOptions, memoryDatabase, silentHost } from '../../src/tools/repl/options.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';
import { ScriptProofs } from '../../src/node/simnet/script-proofs.ts';

export type Way = {
  readonly name: string;
  readonly options?: () => Partial<ReplOptions>;
  /** Between forms. */
  readonly between?: (engine: ReplEngine) => void;
  readonly before?: (engine: ReplEngine) => void;
  readonly after?: () => void;
  /** Modules read from the store have no source text to quote. */
  readonly forgetsSource?: boolean;
  /** Scripts whose answers differ by design. */
  readonly skips?: RegExp;
  /** An answer of this way after which the two cannot be compared any more. */
  readonly givesUp?: RegExp;
  /** The gas differs by design. */
  readonly ignoresGas?: boolean;
};

export type FormEnd = 'well' | 'failed' | 'refused';

export type Observed = {
  /** One string per form, as shown to people. */
  readonly forms: readonly string[];
  /** The same without quoted source lines, and without hints, which depend on them. */
  readonly bare: readonly string[];
  /** The script as it ran, with the hashes of modules in it. */
  readonly script: readonly string[];
  /** How each form ended. A refused form was never evaluated, so `expect-failure` cannot expect it. */
  readonly ends: readonly FormEnd[];
  /** It took too long and was stopped, so nothing can be compared. */
  readonly isCut: boolean;
};

/** How often the machine may ask whether to stop: a few seconds of work. */
const maxQuestions = 3000;

/** Feeds `script` whether each form succeeded, so that a generator can react. */
export function observe(script: Iterable<string, void, boolean>, way: Way): Observed {
  const lines: string[] = [];
  let asked = 0;
  const commits: string[] = [];
  const options = way.options?.() ?? {};
  const makeDatabase = options.makeDatabase ?? memoryDatabase;
  const engine = new ReplEngine({
    ...smallRoom,
    ...options,
    host: {
      ...silentHost,
      print: (_, text) => void lines.push(text),
      makeChainProofs: () => new ScriptProofs(),
    },
    makeDatabase: (state) => noticing(makeDatabase(state), commits),
    isInterrupted: () => ++asked > maxQuestions,
  });
  way.before?.(engine);
  const forms: string[] = [];
  const bare: string[] = [];
  const ran: string[] = [];
  const ends: FormEnd[] = [];
  let isCut = false;
  const left = script[Symbol.iterator]();
  for (let next = left.next(); next.done !== true; next = left.next(ends.at(-1) === 'well')) {
    const each = next.value;
    const text = withHashes(each, engine.machine.database);
    const before = new Set(engine.machine.events);
    const answered = answerOf(engine, text);
    if (answered === undefined) {
      isCut = true;
      break;
    }
    const { answer, end } = answered;
    const events = engine.machine.events.filter((event) => !before.has(event));
    const shownEvents = events.map(({ name, params }) => `${name} ${params.map(shown).join(' ')}`);
    const seen = [
      `gas ${engine.meter.used}`,
      ...shownEvents,
      ...commits.splice(0),
      ...lines.splice(0),
    ];
    forms.push([answer, ...seen].join('\n'));
    bare.push([withoutSource(answer), ...seen].join('\n'));
    ran.push(text);
    ends.push(end);
    way.between?.(engine);
    commits.length = 0;
  }
  for (const { name, outcome } of engine.expectations.all) {
    forms.push(`${name} ${JSON.stringify(outcome)}`);
    bare.push(
      `${name} ${JSON.stringify(outcome, (key, value: unknown) => (key === 'cause' ? '' : value))}`,
    );
  }
  way.after?.();
  return { forms, bare, script: ran, ends, isCut };
}

/** Returns the output of a form, or `undefined` if it was stopped. Exceptions other than Pact errors count as answers, too. */
function answerOf(
  engine: ReplEngine,
  text: string,
): { readonly answer: string; readonly end: FormEnd } | undefined {
  const shown: string[] = [];
  let end: FormEnd = 'well';
  try {
    engine.run(
      new Source('form.repl', text),
      (result) => void shown.push(resultTextOf(result) ?? ''),
    );
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    if (isEvalError(error)) {
      end = error.recoverable || error.class === 'execution' ? 'failed' : 'refused';
      shown.push(`!${renderError(error, { hints: true })}`);
    } else {
      end = 'failed';
      shown.push(
        `CRASH ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
  }
  return { answer: shown.join('\n'), end };
}

/** Removes source excerpts, which have a bar in their margin, and hints, which begin with an error code. */
const withoutSource = (text: string): string =>
  text.replaceAll(/^ *\d* \|.*\n/gm, '').replaceAll(/^ {2}E\d{4}: [^]*/gm, '');

function shown(value: PactValue): string {
  try {
    return showValue(value);
  } catch (error) {
    return `(${error instanceof Error ? error.message : 'not shown'})`;
  }
}

/** Wraps a database so that each commit and rollback is recorded with a hash of what the transaction wrote, in order. */
function noticing(database: Database, commits: string[]): Database {
  const reported = (method: 'commit' | 'rollback') => (): ReturnType<Database['commit']> => {
    const log = database[method]();
    if (log !== undefined) {
      const parts = log.map(
        ({ domain, key, value }) => `${domain} ${key} ${Buffer.from(value).toString('latin1')}`,
      );
      const hash = Buffer.from(blake2b256(Buffer.from(parts.join('\n')))).toString('hex');
      commits.push(`${method} ${log.length} ${hash}`);
    }
    return log;
  };
  const [commit, rollback] = [reported('commit'), reported('rollback')];
  return new Proxy(database, {
    get(target, property) {
      if (property === 'commit') return commit;
      if (property === 'rollback') return rollback;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function withHashes(text: string, database: Database): string {
  return text.replaceAll(/#hash:([^#]*)#/g, (_, name: string) => {
    const parsed = parseModuleName(name);
    const found = parsed && database.readModule(parsed);
    return found === undefined ? noHash : found.module.hash;
  });
}

const noHash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';
