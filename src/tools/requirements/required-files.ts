// The files of fetched modules, after a check that their code is what the network runs: either it has the network's
// hash, or it has that hash according to Pact 4.

import { bad, good, type Result } from '../../base/result.ts';
import { hashModules, hashOfText, type FetchedModule, type HashLimits } from '../modules/index.ts';
import { moduleFileName } from './file-name.ts';
import type { LockedModule } from './lock.ts';

export type RequiredFile = {
  /** The path in the folder of requirements. */
  readonly fileName: string;
  readonly text: string;
  readonly locked: LockedModule;
};

export type Origin = Pick<LockedModule, 'network' | 'networkId' | 'chain'>;

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
