// The files of fetched modules, after a check that their code is what the network runs: either it has the network's
// hash, or it has that hash according to Pact 4.

import { bad, good, type Result } from '../../base/result.ts';
import type { FetchedModule } from './fetch-modules.ts';
import { hashModules, hashOfText, type HashLimits } from './hash-modules.ts';
import { type LockedModule, moduleFileName } from './lock.ts';

export type RequiredFile = {
  /** The path in the folder of requirements. */
  readonly fileName: string;
  readonly text: string;
  readonly locked: LockedModule;
};

type Origin = Pick<LockedModule, 'network' | 'networkId' | 'chain'>;

/** `modules`: each after all that it needs. The fault is a sentence. */
export function requiredFiles(
  modules: readonly FetchedModule[],
  origin: Origin,
  limits: HashLimits,
): Result<readonly RequiredFile[], string> {
  const hashed = hashModules(
    modules.map(({ name, namespace, code, hash }) => ({ name, namespace, code, given: hash })),
    limits,
  );
  if (!hashed.ok) {
    const { module, sentence } = hashed.fault;
    return bad(`${module} of ${origin.network} cannot be loaded: ${sentence}`);
  }
  for (const { name, hash, code } of modules) {
    const computed = hashed.value.get(name)?.computed;
    if (computed === hash || hashOfText(code) === hash) continue;
    return bad(
      `${origin.network} reports the hash ${hash} for ${name}, but the code that it sent has ` +
        `${computed}: the code is refused`,
    );
  }
  return good(modules.map((module) => fileOf(module, origin)));
}

/** The content of a file, for comparing it with the lock file. */
export const hashOfFile = (text: string): string => hashOfText(text);

function fileOf(module: FetchedModule, origin: Origin): RequiredFile {
  const { name, hash, namespace, code, dependencies } = module;
  const lines = [
    `;; ${name}, hash ${hash}, from chain ${origin.chain} of ${origin.networkId}.`,
    ';; Written by pact require: changes are lost.',
    ...(namespace === '' ? [] : [`(namespace "${namespace}")`]),
    code,
    '',
  ];
  const text = lines.join('\n');
  const locked = { name, hash, ...origin, file: hashOfFile(text), dependencies };
  return { fileName: `${moduleFileName(name)}.pact`, text, locked };
}

// Modules of several networks and chains in one project: each name refers to one module.

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
