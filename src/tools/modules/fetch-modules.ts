// Fetches modules of a network with everything that they need, in an order in which they can be loaded. The number of
// modules and the length of their code are limited, and cycles are errors.

import { bad, good, type Result } from '../../base/result.ts';
import { loadOrder } from '../analysis/project-index/index-project.ts';
import { maxModulesLength, maxModules } from './limits.ts';
import type { AskFault, NetworkPort } from './port.ts';
import {
  isModuleName,
  readModule,
  readModuleWithText,
  type Asking,
  type ModuleWithText,
} from './read-modules.ts';

export type FetchedModule = ModuleWithText & {
  /** Empty for the root. */
  readonly namespace: string;
  /** Full names. */
  readonly dependencies: readonly string[];
};

export type FetchOptions = {
  readonly port: NetworkPort;
  readonly asking: Asking;
  /** Returns the module names that a module uses, with or without a namespace. */
  readonly dependenciesOf: (module: ModuleWithText) => readonly string[];
  /** A cache of code, by name and hash; new code is added. */
  readonly known?: Map<string, ModuleWithText>;
};

/** Modules, each after all that it needs. */
export async function fetchModules(
  names: readonly string[],
  options: FetchOptions,
): Promise<Result<readonly FetchedModule[], AskFault>> {
  const fetched = new Map<string, FetchedModule>();
  const missing = new Set<string>();
  let characters = 0;
  const fetchOne = async (name: string): Promise<Result<ModuleWithText | undefined, AskFault>> => {
    const known = fetched.get(name);
    if (known !== undefined || missing.has(name)) return good(known);
    if (fetched.size >= maxModules) return refused(`more than ${maxModules} modules are needed`);
    const found = await readText(name, options);
    if (!found.ok) return found;
    if (found.value === undefined) {
      missing.add(name);
      return found;
    }
    characters += found.value.code.length;
    if (characters > maxModulesLength) {
      return refused(`the modules have more than ${maxModulesLength} characters of code`);
    }
    const module = { ...found.value, namespace: namespaceOf(name), dependencies: [] };
    fetched.set(name, module);
    pending.push(name);
    return good(module);
  };
  const pending: string[] = [];
  for (const name of names) {
    const found = await fetchOne(name);
    if (!found.ok) return found;
    if (found.value === undefined) return refused(absent(name, options));
  }
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const module = fetched.get(name);
    if (module === undefined) continue;
    const dependencies: string[] = [];
    for (const written of options.dependenciesOf(module)) {
      const found = await firstOf(candidates(written, module.namespace), fetchOne);
      if (!found.ok) return found;
      if (found.value === undefined) {
        return refused(`${absent(written, options)}, and ${name} needs it`);
      }
      if (found.value !== name) dependencies.push(found.value);
    }
    fetched.set(name, { ...module, dependencies });
  }
  const { order, cycles } = loadOrder([...fetched.values()]);
  const [cycle] = cycles;
  if (cycle !== undefined) return refused(`modules need one another: ${cycle.join(' needs ')}`);
  return good(order.flatMap((name) => fetched.get(name) ?? []));
}

async function readText(
  name: string,
  { port, asking, known }: FetchOptions,
): Promise<Result<ModuleWithText | undefined, AskFault>> {
  if (!isModuleName(name)) return refused(`${JSON.stringify(name)} is not a module name`);
  if (known !== undefined && known.size > 0) {
    const found = await readModule(port, asking, name);
    if (!found.ok || found.value === undefined) return found as Result<undefined, AskFault>;
    const text = known.get(`${name} ${found.value.hash}`);
    if (text !== undefined) return good(text);
  }
  const read = await readModuleWithText(port, asking, name);
  if (read.ok && read.value !== undefined) known?.set(`${name} ${read.value.hash}`, read.value);
  return read;
}

/** Returns the first of these names that exists. */
async function firstOf(
  names: readonly string[],
  fetchOne: (name: string) => Promise<Result<ModuleWithText | undefined, AskFault>>,
): Promise<Result<string | undefined, AskFault>> {
  for (const name of names) {
    const found = await fetchOne(name);
    if (!found.ok) return found;
    if (found.value !== undefined) return good(name);
  }
  return good(undefined);
}

/** A name without a namespace is first looked up in the namespace of its module. */
const candidates = (written: string, namespace: string): readonly string[] =>
  written.includes('.') || namespace === '' ? [written] : [`${namespace}.${written}`, written];

export const namespaceOf = (name: string): string =>
  name.includes('.') ? name.slice(0, name.indexOf('.')) : '';

const absent = (name: string, { port, asking }: FetchOptions): string =>
  `there is no module ${name} on chain ${asking.chain} of ${asking.networkId} ` +
  `at ${port.addressOf(asking.chain)}`;

const refused = (sentence: string) => bad<AskFault>({ kind: 'refused', sentence });
