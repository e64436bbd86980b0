// What the REPL needs from outside: files to load and somewhere to write. Without files it runs in a browser.

import type { Span } from '../base/span.ts';
import type { MakeChainProofs } from './chains/chain-proofs.ts';
import type { FileHost, ModuleFile } from '../ide/files.ts';

export type ReplHost = FileHost & {
  /** Under what path a file that is loaded is read and shown, if not as the `load` put it together. */
  readonly plainPath?: ((path: string) => string) | undefined;
  /** Values and messages of top-level forms; absent if they are not wanted: building the texts can be costly. */
  readonly trace: ((span: Span, text: string) => void) | undefined;
  /** `print` and warnings: always shown. */
  readonly print: (span: Span, text: string) => void;
  /** Where a module that is not loaded is defined, for hints; `near`: the file that names it. */
  readonly findModule?: (name: string, near: string) => ModuleFile | undefined;
  /** What a path that leads to no file was perhaps meant for. */
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
