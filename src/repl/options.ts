// What a session is made from.

import type {
  Coverage,
  GasProfile,
  GasSchedule,
  GasTotal,
  ProgramCache,
} from '../lang/session/run.ts';
import type { ReplHost } from './host.ts';
import type { MakeDatabase } from './make-database.ts';
import type { RunObserver } from './observer.ts';
import type { SessionWatcher } from './watching.ts';

export type ReplOptions = {
  readonly host: ReplHost;
  /** Made anew by `(load file true)`, and where a session goes on from the state of another one. */
  readonly makeDatabase?: MakeDatabase;
  /** How deep evaluation may nest on the JavaScript stack that this session runs on. */
  readonly depthLimit: number;
  /** How deep brackets may nest in a source. */
  readonly nestingLimit: number;
  /** How many files may be loaded one inside the other; 20 where nothing is said, which every stack holds. */
  readonly loadLimit?: number;
  /** Asked now and then; evaluation ends with `Interrupted` once it says yes. */
  readonly isInterrupted?: () => boolean;
  /** Asked now and then; evaluation ends with an error once it says yes. */
  readonly isMemoryShort?: () => boolean;
  /** Called instead of failing where one of these limits is reached. */
  readonly beyondLimit?: () => never;
  readonly observer?: RunObserver;
  /** What things cost; today's prices by default. */
  readonly gasSchedule?: GasSchedule | undefined;
  /** Told of every call and charge; what a program answers stays the same. */
  readonly gasProfile?: GasProfile | undefined;
  /** The same for the sum of all charges alone. */
  readonly gasTotal?: GasTotal;
  /** Counts what runs; the same holds. */
  readonly coverage?: Coverage | undefined;
  /** Other watchers of the session; the same holds. */
  readonly watchers?: readonly SessionWatcher[] | undefined;
  /** What this session shares with others of the process; results and charges stay the same. */
  readonly programs?: ProgramCache | undefined;
  /** Called whenever a form of a file has ended well. */
  readonly afterForm?: () => void;
};
