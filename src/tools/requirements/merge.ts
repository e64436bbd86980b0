// Modules of several networks and chains in one project: each name refers to one module.

import { bad, good, type Result } from '../../base/result.ts';
import type { RequiredFile } from './required-files.ts';

/** The fault is a sentence. */
export function mergeFiles(
  groups: readonly (readonly RequiredFile[])[],
): Result<ReadonlyMap<string, RequiredFile>, string> {
  const files = new Map<string, RequiredFile>();
  const names = new Map<string, string>();
  for (const file of groups.flat()) {
    const { name, hash, network, chain } = file.locked;
    const known = files.get(name)?.locked;
    if (known !== undefined && known.hash !== hash) {
      return bad(
        `${name} has the hash ${known.hash} on chain ${known.chain} of ${known.network}, but ` +
          `${hash} on chain ${chain} of ${network}: require modules that need the same version`,
      );
    }
    // Some file systems ignore case.
    const lower = file.fileName.toLowerCase();
    const other = names.get(lower);
    if (other !== undefined && other !== name) {
      return bad(`${other} and ${name} would have the same file on some systems`);
    }
    names.set(lower, name);
    if (known === undefined) files.set(name, file);
  }
  return good(files);
}
