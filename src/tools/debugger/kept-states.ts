// Saved states of a run between two forms, outside of transactions, as bytes. A run that goes back starts at the last
// suitable one instead of at the beginning (decision 0016).

import type { MilliGas, ProgramCache } from '../../lang/session/run.ts';
import type { ReplHost } from '../repl/options.ts';
import { History } from '../repl/snapshot/history.ts';
import { Recorder } from '../repl/snapshot/recorder.ts';
import type { HitCounts } from './breakpoints.ts';
import type { Goal } from './goal.ts';
import { debugLimits } from './limits.ts';

/** What a debugger knows about a run at a saved state, besides the session. */
export type KeptState = {
  readonly moment: number;
  /** Forms that load the file that is running. */
  readonly openForms: number;
  readonly gasUsed: MilliGas;
  readonly hits: HitCounts;
};

export type KeptRun = {
  readonly host: ReplHost;
  readonly nestingLimit: number;
  readonly programs: ProgramCache;
  readonly moment: () => number;
  readonly state: () => KeptState;
  /** Called with the states before the start of the run, in order. */
  readonly recall: (state: KeptState) => void;
};

export class KeptStates {
  private history = new History();
  private states: readonly KeptState[] = [];

  /** How many of them a run skips on its way to a goal. */
  countFor(goal: Goal): number {
    switch (goal.kind) {
      case 'forth':
        return 0;
      case 'to':
        return this.countBefore(goal.moment);
      case 'search':
        return Math.min(goal.states, this.countBefore(goal.before));
    }
  }

  /** How many of them come before a moment. */
  countBefore(moment: number): number {
    const at = this.states.findIndex((state) => state.moment >= moment);
    return at === -1 ? this.states.length : at;
  }

  /** The moment of the last of the first `count` states; 0 is before the first moment of a run. */
  momentOf(count: number): number {
    return this.states[count - 1]?.moment ?? 0;
  }

  forget(): void {
    this.history = new History();
    this.states = [];
  }

  /**
   * Returns a run that starts after the first `count` states. It saves further ones only if it starts after all
   * existing ones.
   */
  begin(count: number, run: KeptRun): Recording {
    const states: KeptState[] = this.states.slice(0, count);
    const recorder = new Recorder({
      history: this.history.with(count, []),
      host: run.host,
      nestingLimit: run.nestingLimit,
      programs: run.programs,
      hasContent: () => true,
      largestBytes: debugLimits.keptBytes,
      watcher: {
        take: () => {
          const state = run.state();
          states.push(state);
          return state;
        },
        // `recall` receives only what `take` returned.
        recall: (state) => run.recall(state as KeptState),
        isSettled: () => true,
      },
      now: () => progress(run.moment()),
      firstAfter: 1,
      nextAfter: 1,
    });
    return { recorder, states, isFurther: count === this.states.length };
  }

  /** Takes over the states that a run has saved, when the run is abandoned. */
  take({ recorder, states, isFurther }: Recording): void {
    if (!isFurther || states.length === this.states.length) return;
    const { history } = recorder;
    this.history = history;
    this.states = states.slice(0, history.length);
  }
}

export type Recording = {
  readonly recorder: Recorder;
  readonly states: readonly KeptState[];
  readonly isFurther: boolean;
};

/**
 * The distance between states: about 200 moments at the beginning, and 1 % more each time, so that long runs save
 * hundreds of states and not thousands.
 */
function progress(moment: number): number {
  return 100 * Math.log1p(moment / 20_000);
}
