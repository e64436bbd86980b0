// What scripts reach outside of their session. Every way of running a script on this machine (alone, as a test, for an
// editor, an agent or a debugger) takes it from here, so a script finds the same in all of them.

import type { FileHost } from '../../script/files.ts';
import { systemClock } from '../../base/platform/system.ts';
import type { ReplHost } from '../../tools/repl/host.ts';
import { makeChainProofs } from './chain-proofs.ts';
import { identifyFile, readSourceFile } from './files.ts';
import { filesOfModule } from './project/find-module.ts';
import { similarPath } from './similar-path.ts';

type ScriptHost = Omit<ReplHost, 'trace' | 'print'>;

/** For scripts with access to the disk. */
export const diskHost: ScriptHost = scriptHost({
  readFile: readSourceFile,
  identify: identifyFile,
  findModule: (name, near) => filesOfModule(name, near)[0],
  similarPath,
});

/** For scripts with access to certain files only. */
export function scriptHost(files: FileHost & Partial<ScriptHost>): ScriptHost {
  return { ...files, makeChainProofs, now: () => systemClock.nowMs() };
}
