// What scripts reach outside of their session. Every way of running a script on this machine (alone, as a test, for an
// editor, an agent or a debugger) takes it from here, so a script finds the same in all of them.

import type { FileHost } from '../../script/files.ts';
import { systemClock } from '../../base/platform/system.ts';
import type { ReplHost } from '../../tools/repl/options.ts';
import { diskFiles } from './files.ts';
import { filesOfModule } from './project/find-module.ts';
import { similarPath } from './paths.ts';
import type { MakeChainProofs } from '../../tools/repl/chain-proofs.ts';

/** The `require` of the built program, which is a classic script. */
declare const require: (path: string) => unknown;

/** The path is not written in the call, so that the file stays out of the bundle. */
const fileOfBuild = (path: string): unknown => require(path);

type Proofs = { readonly ScriptProofs: new () => ReturnType<MakeChainProofs> };

/**
 * Makes proofs between the chains of a script. The code is a separate file of the build, which is loaded when a script
 * needs the first proof, so scripts for one chain start as fast as without it.
 */
const makeChainProofs: MakeChainProofs = () => {
  const { ScriptProofs } = fileOfBuild('./script-proofs.cjs') as Proofs;
  return new ScriptProofs();
};

type ScriptHost = Omit<ReplHost, 'trace' | 'print'>;

/** For scripts with access to the disk. */
export const diskHost: ScriptHost = scriptHost({
  ...diskFiles,
  findModule: (name, near) => filesOfModule(name, near)[0],
  similarPath,
});

/** For scripts with access to certain files only. */
export function scriptHost(files: FileHost & Partial<ScriptHost>): ScriptHost {
  return { ...files, makeChainProofs, now: () => systemClock.nowMs() };
}
