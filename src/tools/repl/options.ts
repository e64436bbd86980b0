// The options of a session, and its host: files to load, and output. Without files it also runs in a browser.

import type {
  Coverage,
  GasProfile,
  GasSchedule,
  GasTotal,
  IsInterrupted,
  LinesFrom,
  ProgramCache,
} from '../../lang/session/run.ts';
import type { RunObserver, SessionWatcher } from './watching.ts';
import {
  type Database,
  MemoryDatabase,
  type MemoryDatabaseState,
} from '../../lang/session/store.ts';
import type { Span } from '../../base/span.ts';
import type { MakeChainProofs } from './chain-proofs.ts';
import type { FileHost, ModuleFile } from '../../script/files.ts';
import { isShipped } from '../../script/files.ts';
import { withStandardFiles } from '../../script/files.ts';

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

/** Creates an empty database, or one with the state of another session's database. */
export type MakeDatabase = (state?: MemoryDatabaseState) => Database;

export const memoryDatabase: MakeDatabase = (goesOnFrom) =>
  new MemoryDatabase({ writeOver: 'replace', keepsHistory: true, goesOnFrom });

export type ReplHost = FileHost & {
  /** Returns the path under which a loaded file is read and shown; by default, the path composed by `load`. */
  readonly plainPath?: ((path: string) => string) | undefined;
  /** Shows values and messages of top-level forms; absent if not wanted, since building the texts can be costly. */
  readonly trace: ((span: Span, text: string) => void) | undefined;
  /** Shows `print` and warnings, always. */
  readonly print: (span: Span, text: string) => void;
  /** Finds the file that defines a module that is not loaded, for hints; `near`: the file that names it. */
  readonly findModule?: (name: string, near: string) => ModuleFile | undefined;
  /** Returns a similar path for one that does not exist. */
  readonly similarPath?: (path: string) => string | undefined;
  /** Makes proofs between chains, for scripts that use several. */
  readonly makeChainProofs?: MakeChainProofs;
  /** A clock in milliseconds, for `bench`. */
  readonly now?: () => number;
};

/** For sessions without files and output. */
export const silentHost: ReplHost = {
  readFile: () => ({ kind: 'failure', reason: 'this session has no files' }),
  identify: (path) => path,
  trace: undefined,
  print: () => undefined,
};

/** Returns the host of a session: with the files of standard modules, whose forms show no values. */
export function sessionHost(host: ReplHost): ReplHost {
  const { trace } = host;
  return {
    ...withStandardFiles(host),
    trace:
      trace === undefined
        ? undefined
        : (span, text) => {
            if (!isShipped(span.source.name)) trace(span, text);
          },
  };
}
