// A run of a script that stops on request, and goes forward and back. To go back, the script is run again up to the
// wanted moment: moments are numbered, and are the same in every run (decision 0016). The new run starts at the last
// saved state before that moment.

import type { Span } from '../../base/span.ts';
import {
  GasTotal,
  Interrupted,
  isEvalError,
  milliGasPerGas,
  ProgramCache,
  renderError,
  toMilliGas,
} from '../../lang/session/run.ts';
import { ReplEngine } from '../repl/engine.ts';
import type { ExpectationResult } from '../repl/expectations.ts';
import type { ReplHost, ReplOptions } from '../repl/options.ts';
import type { Activation } from './active-terms.ts';
import { BreakpointHits } from './breakpoint-hits.ts';
import type { Breakpoints } from './breakpoints.ts';
import { evaluateAt, type Evaluated } from './evaluate.ts';
import { scopesOf, type Scope } from './inspect.ts';
import { debugLimits } from './limits.ts';
import {
  type Goal,
  Rewind,
  type SearchGoal,
  type Step,
  type StopPlace,
  type Wanted,
  WriteLog,
  endsStep,
  goalAfter,
  isForm,
  momentGoal,
  searchGoal,
} from './goal.ts';
import { KeptStates, type KeptState, type Recording } from './kept-states.ts';
import {
  type Moment,
  type Resume,
  type Stop,
  type StopReason,
  errorText,
  reasonOf,
} from './moment.ts';
import { ShownOnce, readingOnce } from './once.ts';
import { RunWatcher } from './run-watcher.ts';

/** The client. All calls are synchronous: the run waits. */
export type DebugClient = {
  /** Returns how to continue. */
  readonly stopped: (stop: Stop, run: StoppedRun) => Resume;
  /** Called at every moment; returns whether to stop or to end. Applies changes of breakpoints meanwhile. */
  readonly attend: () => 'go-on' | 'pause' | 'end';
  readonly output: (text: string, at: Span | undefined, kind: 'print' | 'log' | 'problem') => void;
};

export type DebugOptions = {
  readonly file: string;
  readonly host: Omit<ReplHost, 'trace' | 'print'>;
  readonly room: Pick<ReplOptions, 'depthLimit' | 'nestingLimit' | 'loadLimit'>;
  readonly isMemoryShort?: () => boolean;
  /** Whether modules may use builtins of Pact 4. */
  readonly pact4?: boolean;
  readonly isInterrupted?: () => boolean;
  readonly breakpoints: Breakpoints;
  readonly stopOnEntry: boolean;
  /** Gas limit of the whole run. */
  readonly gasLimit?: bigint | undefined;
  /** Stops only within transactions whose name contains this string. */
  readonly filter?: string | undefined;
  /** Stops only at the first failure: that of the form at this line, if given. */
  readonly atFailure?: { readonly line: number | undefined } | undefined;
};

export type StoppedRun = {
  /** The number of this moment, which is the same in every run. */
  readonly moment: number;
  readonly activations: readonly Activation[];
  readonly depth: number;
  readonly scopes: (at: Activation) => readonly Scope[];
  readonly evaluate: (
    expression: string,
    at: Activation | undefined,
    mayWrite: boolean,
  ) => Evaluated;
};

export type RunEnd = {
  readonly outcome: 'done' | 'failed' | 'ended';
  readonly failed: readonly ExpectationResult[];
};

export class DebugRun {
  private readonly options: DebugOptions;
  private readonly client: DebugClient;
  private goal: Goal;
  private moment = 0;
  private watcher: RunWatcher;
  private recording: Recording;
  private engine: ReplEngine;
  private host: DebugOptions['host'];
  private readonly states = new KeptStates();
  private readonly writes = new WriteLog();
  /** The version of the breakpoints for which hits were counted. */
  private countedVersion: number;
  private gas = new GasTotal();
  /** Repeated runs read and resolve every file only once. */
  private readonly programs = new ProgramCache();
  private transactionName: string | undefined = undefined;
  private isFinding: boolean;
  private readonly shown: ShownOnce;
  private readonly hits: BreakpointHits;

  constructor(options: DebugOptions, client: DebugClient) {
    this.options = options;
    this.client = client;
    this.shown = new ShownOnce(client.output);
    this.isFinding = options.atFailure !== undefined;
    this.hits = new BreakpointHits(options.breakpoints, options.host.identify);
    this.goal = this.firstGoal();
    this.countedVersion = options.breakpoints.version;
    this.host = readingOnce(options.host);
    this.watcher = this.newWatcher();
    this.recording = this.newRecording(0);
    this.engine = this.newEngine();
  }

  run(): RunEnd {
    for (;;) {
      try {
        return this.runOnce();
      } catch (thrown) {
        if (!(thrown instanceof Rewind)) throw thrown;
        this.states.take(this.recording);
        this.rewind(thrown.goal);
      }
    }
  }

  private firstGoal(): Goal {
    const { stopOnEntry } = this.options;
    const entry: Step = { kind: 'entry', by: 'form', from: undefined };
    return { kind: 'forth', step: stopOnEntry ? entry : undefined };
  }

  /** Starts a new run, from the beginning or from a saved state. */
  private rewind(goal: Goal): void {
    const { breakpoints } = this.options;
    const countsDiffer = breakpoints.version !== this.countedVersion && breakpoints.areCounted;
    if (countsDiffer) this.states.forget();
    this.countedVersion = breakpoints.version;
    this.goal = goal;
    this.moment = 0;
    this.shown.begin();
    this.transactionName = undefined;
    breakpoints.hitCounts = [];
    this.watcher = this.newWatcher();
    this.recording = this.newRecording(this.states.countFor(goal));
    this.engine = this.newEngine();
  }

  private runOnce(): RunEnd {
    const { engine } = this;
    const { expectations } = engine;
    try {
      this.recording.recorder.runFile(engine, this.options.file);
      const outcome = expectations.failureCount > 0 ? 'failed' : 'done';
      return { outcome, failed: expectations.failed };
    } catch (thrown) {
      if (thrown instanceof Interrupted) return { outcome: 'ended', failed: expectations.failed };
      if (!isEvalError(thrown)) throw thrown;
      const text = renderError(thrown, { hints: true, bounded: engine.legacy.simulateOnChain });
      this.client.output(text.trimEnd(), thrown.span, 'problem');
      return { outcome: 'failed', failed: expectations.failed };
    }
  }

  private newWatcher(): RunWatcher {
    return new RunWatcher(
      (moment) => this.reach(moment),
      () => this.engine.expectations,
    );
  }

  private newEngine(): ReplEngine {
    const { room, isMemoryShort, isInterrupted, gasLimit } = this.options;
    const { recorder, isFurther } = this.recording;
    this.gas =
      gasLimit === undefined
        ? new GasTotal()
        : new GasTotal(toMilliGas(gasLimit * milliGasPerGas), () => this.endOfGas());
    const nothing = (): void => undefined;
    return new ReplEngine({
      host: recorder.host,
      ...(isFurther && { afterForm: recorder.afterForm }),
      ...room,
      pact4: this.options.pact4 === true,
      watchers: [this.watcher],
      gasTotal: this.gas,
      programs: this.programs,
      observer: {
        formBegan: nothing,
        formEnded: nothing,
        fileBegan: nothing,
        fileEnded: nothing,
        transactionBegan: (label) => (this.transactionName = label ?? ''),
        transactionEnded: () => (this.transactionName = undefined),
      },
      ...(isMemoryShort !== undefined && { isMemoryShort }),
      ...(isInterrupted !== undefined && { isInterrupted }),
    });
  }

  private newRecording(states: number): Recording {
    const print = (span: Span, text: string): void => this.shown.print(text, span);
    return this.states.begin(states, {
      host: { ...this.host, trace: undefined, print },
      nestingLimit: this.options.room.nestingLimit,
      programs: this.programs,
      moment: () => this.moment,
      state: () => ({
        moment: this.moment,
        openForms: this.watcher.active.forms.length,
        gasUsed: this.gas.used,
        hits: this.options.breakpoints.hitCounts,
      }),
      recall: (state) => this.recall(state),
    });
  }

  private recall({ moment, openForms, gasUsed, hits }: KeptState): void {
    this.moment = moment;
    this.gas.used = gasUsed;
    this.options.breakpoints.hitCounts = hits;
    this.watcher.proceed(openForms);
  }

  private endOfGas(): never {
    this.client.output(`the run used more than ${this.options.gasLimit} gas`, undefined, 'problem');
    throw new Interrupted();
  }

  /** Called at every moment of the run. */
  private reach(reached: Moment): void {
    this.moment++;
    if (reached.kind === 'write') this.writes.add(this.moment, reached.table, reached.key);
    const asked = this.client.attend();
    if (asked === 'end') throw new Interrupted();
    const { goal } = this;
    switch (goal.kind) {
      case 'forth': {
        const stop = asked === 'pause' ? stopFor('pause') : this.stopAt(reached, goal.step);
        if (stop !== undefined) this.stand(stop);
        return;
      }
      case 'to':
        // Counts hits as in a run that came directly to this moment.
        this.breakpointAt(reached);
        if (this.moment >= goal.moment) this.stand(goal.stop);
        return;
      case 'search':
        if (this.moment >= goal.before) throw new Rewind(this.afterSearch(goal));
        goal.search.see(this.moment, reached, () => this.place(), this.breakpointAt(reached));
    }
  }

  private stand(stop: Stop): void {
    const resume = this.client.stopped(stop, this.view());
    const at = this.place();
    switch (resume.kind) {
      case 'continue':
        this.goal = { kind: 'forth', step: undefined };
        return;
      case 'in':
      case 'over':
      case 'out':
        this.goal = { kind: 'forth', step: { kind: resume.kind, by: resume.by, from: at } };
        return;
      case 'back':
        return this.goBack({ kind: resume.by === 'form' ? 'form' : 'line', from: at });
      case 'reverse':
        return this.goBack({ kind: 'breakpoint' });
      case 'last-write':
        return this.goBackToWrite(resume.table, resume.key);
      case 'restart':
        this.shown.forget();
        this.states.forget();
        this.writes.forget();
        this.host = readingOnce(this.options.host);
        throw new Rewind(this.firstGoal());
      case 'end':
        throw new Interrupted();
    }
  }

  private goBack(wanted: Wanted): never {
    this.states.take(this.recording);
    const before = this.moment;
    const states = this.states.countBefore(before);
    throw new Rewind(searchGoal({ before, states, reach: 1 }, wanted));
  }

  private goBackToWrite(table: string, key: string | undefined): never {
    const found = this.writes.lastBefore(this.moment, table, key);
    if (found === undefined) this.goBack({ kind: 'write', table, key });
    throw new Rewind(momentGoal(found, 'write-found'));
  }

  /** If the repeated part does not decide, longer and longer parts before it are searched. */
  private afterSearch({ before, search, states, reach }: SearchGoal): Goal {
    if (search.isSure || states === 0) return goalAfter(search);
    const isNowhere = search.found === undefined;
    const end = isNowhere ? this.states.momentOf(states) + 1 : before;
    const earlier = Math.max(0, states - reach);
    return searchGoal({ before: end, states: earlier, reach: reach * 4 }, search.wanted);
  }

  private stopAt(reached: Moment, step: Step | undefined): Stop | undefined {
    if (this.isFinding) return this.failureAt(reached);
    const stop = this.breakpointAt(reached);
    if (stop !== undefined) return stop;
    if (step === undefined || !isForm(reached)) return undefined;
    if (step.kind === 'entry') return stopFor('entry');
    return endsStep(step, this.place()) ? stopFor('step') : undefined;
  }

  private failureAt(reached: Moment): Stop | undefined {
    const isFailure =
      reached.kind === 'expectation' || (reached.kind === 'error' && reached.filter !== 'caught');
    const line = this.options.atFailure?.line;
    if (!isFailure || (line !== undefined && !this.isInForm(line))) return undefined;
    this.isFinding = false;
    return stopFor('error', errorText(reached, this.engine));
  }

  private isInForm(line: number): boolean {
    return this.watcher.active.forms.some(
      ({ span }) =>
        span.source.name === this.options.file &&
        span.startPosition.line < line &&
        line <= span.endPosition.line + 1,
    );
  }

  private breakpointAt(reached: Moment): Stop | undefined {
    const { filter, breakpoints } = this.options;
    if (filter !== undefined && this.transactionName?.includes(filter) !== true) return undefined;
    if (reached.kind === 'error' || reached.kind === 'expectation') {
      const kind = reached.kind === 'error' ? reached.filter : 'expectation';
      const isWanted = breakpoints.errors.has(kind);
      return isWanted ? stopFor('error', errorText(reached, this.engine)) : undefined;
    }
    const hits = this.hits.at(reached, {
      watcher: this.watcher,
      evaluate: (expression, at) => this.evaluate(expression, at, false),
    });
    this.shown.log(hits.logs, this.moment, () => this.spanHere());
    const ids = hits.breakpoints.map(({ id }) => id);
    if (ids.length === 0) return undefined;
    return { reason: reasonOf(reached, hits.breakpoints), breakpoints: ids };
  }

  private spanHere(): Span | undefined {
    const { active } = this.watcher;
    const [here] = active.activations(1);
    return here?.at?.term.span ?? here?.form.span;
  }

  private place(): StopPlace | undefined {
    const span = this.spanHere();
    if (span === undefined) return undefined;
    const { depth } = this.watcher.active;
    return { file: span.source.name, line: span.startPosition.line, depth };
  }

  private evaluate(expression: string, at: Activation | undefined, mayWrite: boolean): Evaluated {
    return evaluateAt(expression, { engine: this.engine, watcher: this.watcher, at }, { mayWrite });
  }

  private view(): StoppedRun {
    const { engine, watcher, gas } = this;
    const inspected = { engine, names: watcher.names, gasUsed: () => gas.used };
    return {
      moment: this.moment,
      activations: watcher.active.activations(debugLimits.frames),
      depth: watcher.active.depth,
      scopes: (at) => scopesOf(inspected, at),
      evaluate: (expression, at, mayWrite) => this.evaluate(expression, at, mayWrite),
    };
  }
}

function stopFor(reason: StopReason, text?: string): Stop {
  return { reason, text, breakpoints: [] };
}
