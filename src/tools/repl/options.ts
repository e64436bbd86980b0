// The options of a session.

import type {
  Coverage,
  GasProfile,
  GasSchedule,
  GasTotal,
  IsInterrupted,
  LinesFrom,
  ProgramCache,
} from '../../lang/session/run.ts';
import type { ReplHost } from './host.ts';
import type { MakeDatabase } from './make-database.ts';
import type { RunObserver } from './observer.ts';
import type { SessionWatcher } from './watching.ts';

export type ReplOptions = {
  readonly host: ReplHost;
  /** Also called by `(load file true)`, and when a session continues from the state of another one. */
  readonly makeDatabase?: MakeDatabase;
  /** The deepest nesting of evaluation on the JavaScript stack of this session. */
  readonly depthLimit: number;
  /** The deepest nesting of brackets in a source. */
  readonly nestingLimit: number;
  /** The deepest nesting of loaded files; default 20, which fits every stack. */
  readonly loadLimit?: number;
  /** Whether the name of a constant or table alone is its value, for programs; else it shows the definition. */
  readonly namesAreValues?: boolean;
  /** Whether code for a chain may use builtins of Pact 4. */
  readonly pact4?: boolean;
  /** How texts of the session count lines: from 1, or from 0 like the gas log and calls of the reference. */
  readonly linesFrom?: LinesFrom | undefined;
  /** Evaluation ends with `Interrupted` once it returns true. */
  readonly isInterrupted?: IsInterrupted;
  /** Called regularly; evaluation ends with an error once it returns true. */
  readonly isMemoryShort?: () => boolean;
  readonly observer?: RunObserver;
  /** The gas prices; default: the current ones. */
  readonly gasSchedule?: GasSchedule | undefined;
  /** Records every call and charge, without changing results. */
  readonly gasProfile?: GasProfile | undefined;
  /** Records only the sum of all charges, without changing results. */
  readonly gasTotal?: GasTotal;
  /** Counts executed code, without changing results. */
  readonly coverage?: Coverage | undefined;
  /** Other watchers of the session, without changing results. */
  readonly watchers?: readonly SessionWatcher[] | undefined;
  /** A cache shared with other sessions of the process, without changing results and charges. */
  readonly programs?: ProgramCache | undefined;
  /** Called whenever a form of a file has ended without error. */
  readonly afterForm?: () => void;
};
