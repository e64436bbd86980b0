// The lock file: the modules that a project has from networks, with their hashes, and the hashes of their files.

import { readJson } from '../../base/json-reader.ts';
import { isJsonArray, isJsonObject, type JsonObject } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { compareText } from '../../base/text.ts';
import { isModuleName } from './read-modules.ts';

export const lockFileName = 'pact-lock.json';

export type LockedModule = {
  readonly name: string;
  /** The hash that the network gave the module. */
  readonly hash: string;
  /** The name of a network in pact.yaml, and the id of that network. */
  readonly network: string;
  readonly networkId: string;
  readonly chain: string;
  /** BLAKE2b-256 of the bytes of its file, in base64url. */
  readonly file: string;
  readonly dependencies: readonly string[];
};

export type Lock = ReadonlyMap<string, LockedModule>;

/** The most modules. */
const maxLocked = 5_000;

const version = 1;

export function printLock(lock: Lock): string {
  const modules = [...lock.values()].sort((one, other) => compareText(one.name, other.name));
  return `${JSON.stringify({ version, modules }, undefined, 2)}\n`;
}

/** The fault is the rest of a sentence that begins with the name of the file. */
export function readLock(text: string): Result<Lock, string> {
  const read = readJson(text, { depth: 10 });
  if (read.kind === 'fault') return bad(`is not JSON: ${read.fault} at character ${read.offset}`);
  const root = read.value;
  const modules = isJsonObject(root) ? root.get('modules') : undefined;
  if (modules === undefined || !isJsonArray(modules)) return bad('has no list of modules');
  if (modules.length > maxLocked) return bad(`has more than ${maxLocked} modules`);
  const lock = new Map<string, LockedModule>();
  for (const each of modules) {
    const module = isJsonObject(each) ? lockedIn(each) : undefined;
    if (module === undefined) return bad('has a module without a name, hash, network or chain');
    if (lock.has(module.name)) return bad(`has ${module.name} twice`);
    lock.set(module.name, module);
  }
  return good(lock);
}

function lockedIn(object: JsonObject): LockedModule | undefined {
  const text = (key: string): string => {
    const value = object.get(key);
    return typeof value === 'string' ? value : '';
  };
  const dependencies = object.get('dependencies');
  const module = {
    name: text('name'),
    hash: text('hash'),
    network: text('network'),
    file: text('file'),
    networkId: text('networkId'),
    chain: text('chain'),
    dependencies:
      dependencies !== undefined && isJsonArray(dependencies)
        ? dependencies.filter((each) => typeof each === 'string')
        : [],
  };
  const { name, hash, network, chain, file } = module;
  const isWhole = isModuleName(name) && [hash, network, chain, file].every((each) => each !== '');
  return isWhole ? module : undefined;
}

// The file name of a module: its name, with everything except letters, digits, `.`, `_` and `-` written as `%` and
// digits, so that no name leads out of its folder or has a special meaning to a system.

const maxLength = 200;

/** The name without an extension. Different for different names, except for names that differ only in case. */
export function moduleFileName(name: string): string {
  const safe = [...name].map((each) => (/[A-Za-z0-9._-]/.test(each) ? each : hexOf(each))).join('');
  const text = safe.startsWith('.') ? `%2e${safe.slice(1)}` : safe;
  return text.slice(0, maxLength);
}

const hexOf = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`;
