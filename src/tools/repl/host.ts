// The host of a REPL: files to load, and output. Without files it also runs in a browser.

import type { Span } from '../../base/span.ts';
import type { MakeChainProofs } from './chains/chain-proofs.ts';
import {
  type FileHost,
  isShipped,
  type ModuleFile,
  withStandardFiles,
} from '../../script/files.ts';

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
