// Computes the hashes that a network would give modules: each is resolved with its dependencies, its constants are
// evaluated, and the result is hashed. Nothing else runs: all namespaces and keysets are assumed to agree.

import { Source } from '../../base/span.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { builtinTable, evaluate, standAlone } from '../../chain/command/index.ts';
import {
  evaluateTopLevel,
  hashText,
  KeySetGuard,
  parseProgram,
  sortedSet,
  UnderHash,
  unit,
  type Machine,
  type TopLevel,
} from '../../lang/session/run.ts';
import { KeySetName, lineInfo, MemoryDatabase } from '../../lang/session/store.ts';

export type ModuleToHash = {
  /** The name with its namespace. */
  readonly name: string;
  /** The namespace that it is installed in; empty for the root. */
  readonly namespace: string;
  /** The module or interface, and imports before it. */
  readonly code: string;
  /** The hash that it has on the network, whatever its code hashes to. */
  readonly given?: string | undefined;
};

export type HashLimits = {
  readonly depthLimit: number;
  readonly nestingLimit: number;
};

export type ModuleHashes = {
  /** The given hash, or else the computed one. */
  readonly hash: string;
  /** The hash that the code has today. */
  readonly computed: string;
};

export type HashFault = { readonly module: string; readonly sentence: string };

/** By name. Each module comes after all that it needs. */
export function hashModules(
  modules: readonly ModuleToHash[],
  limits: HashLimits,
): Result<ReadonlyMap<string, ModuleHashes>, HashFault> {
  const database = new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });
  const hashes = new Map<string, ModuleHashes>();
  for (const module of modules) {
    const hash = hashOn(database, module, limits);
    if (!hash.ok) return bad({ module: module.name, sentence: hash.fault });
    hashes.set(module.name, hash.value);
  }
  return good(hashes);
}

/** Returns the hash that Pact 4 gave a module: that of its text. */
export const hashOfText = (code: string): string => hashText(code);

function hashOn(
  database: MemoryDatabase,
  { name, namespace, code, given }: ModuleToHash,
  { depthLimit, nestingLimit }: HashLimits,
): Result<ModuleHashes, string> {
  const program = parseProgram(new Source(name, code), { dialect: 'pact', nestingLimit });
  const [fault] = program.diagnostics;
  if (fault !== undefined) return bad(`its code cannot be read: ${fault.message}`);
  let hash: ModuleHashes | undefined;
  const message = { hash: hashText(''), data: unit, signers: [], verifiers: [], step: undefined };
  const surroundings = {
    ...standAlone({ database, depthLimit }),
    sizes: { answerBytes: Infinity, logBytes: Infinity },
  };
  const { outcome } = evaluate(message, surroundings, (machine) => {
    hash = install(machine, program.value, { name, namespace, given });
    return undefined;
  });
  if (outcome.kind === 'failure') return bad(outcome.error.message);
  return hash === undefined ? bad('its code defines no module of that name') : good(hash);
}

function install(
  machine: Machine,
  forms: readonly TopLevel[],
  { name, namespace, given }: Pick<ModuleToHash, 'name' | 'namespace' | 'given'>,
): ModuleHashes | undefined {
  const everybody = new KeySetGuard(sortedSet([]), { kind: 'keys-all' });
  if (namespace !== '') {
    machine.loaded.namespace = { name: namespace, user: everybody, admin: everybody };
  }
  const builtins = builtinTable(machine.environment);
  let hashes: ModuleHashes | undefined;
  for (const form of forms) {
    if (form.kind === 'module' && form.governance.kind === 'keyset-governance') {
      allowKeySet(machine, form.governance.name, everybody);
    }
    if (form.kind === 'term') continue;
    const known = given === undefined ? undefined : new UnderHash(given);
    const result = evaluateTopLevel(machine, form, builtins, undefined, known);
    if (result.kind !== 'module' && result.kind !== 'interface') continue;
    const { hash } = result;
    if (result.name.text === name) hashes = { hash, computed: known?.computed ?? hash };
  }
  return hashes;
}

/** A module can be installed only if its keyset agrees. */
function allowKeySet(machine: Machine, written: string, everybody: KeySetGuard): void {
  const at = written.indexOf('.');
  const name =
    at === -1
      ? new KeySetName(written, undefined)
      : new KeySetName(written.slice(at + 1), written.slice(0, at));
  machine.database.writeKeySet(name, everybody);
}
