// `pact require`: fetches the requirements of pact.yaml, or compares them with the lock file and the networks.

import { join } from 'node:path';
import { counted } from '../../../base/prose.ts';
import { bad, type Result } from '../../../base/result.ts';
import { withRequirement } from '../../../base/config/write-yaml.ts';
import { systemClock } from '../../../base/platform/system.ts';
import type { Requirement } from '../../../base/config/project.ts';
import {
  fetchModules,
  isModuleName,
  readModule,
  mergeFiles,
  requiredFiles,
  type Lock,
  type RequiredFile,
} from '../../../tools/modules/index.ts';

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { readSourceFile } from '../files.ts';
import { dependenciesOf } from '../project/project-view.ts';
import { networkPort } from '../send/destination.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { writeInProject } from '../project/folder-bounds.ts';
import { namedNetwork } from '../project/networks.ts';
import { openProject } from '../project/open-project.ts';
import { projectFileName } from '../project/project-file.ts';
import type { Stage } from '../stage.ts';
import { fileFault, openLock, strangeFiles, writeRequirements } from './lock-file.ts';

type Requirements = ReadonlyMap<string, Requirement>;

export async function runRequire(given: Given, stage: Stage): Promise<ExitStatus> {
  const open = openProject();
  if (open === undefined) return exitStatus.failure;
  const { folder, project } = open;
  if (project === undefined) {
    return fail(
      'there is no pact.yaml in this folder or above: networks and requirements are defined there',
    );
  }
  const wrong = given.operands.find((name) => !isModuleName(name));
  if (wrong !== undefined) return fail(`${wrong} is not a module name`);
  const network = given.value('network') ?? '';
  const chain = given.value('chain') ?? '0';
  const added = given.operands.map((name) => [name, { network, chain }] as const);
  const required = new Map<string, Requirement>([...project.requirements, ...added]);
  if (required.size === 0)
    return fail('pact.yaml has no requirements: add one with pact require MODULE -n NAME');
  const lock = openLock(folder);
  if (!lock.ok) return fail(lock.fault);
  if (given.has('check')) {
    return await check(required, { folder, lock: lock.value, isOffline: given.has('offline') });
  }
  const isUpdate = given.has('update');
  const faults = isUpdate ? ['update'] : faultsOf(required, folder, lock.value);
  if (faults.length === 0) {
    writeLine(`nothing to fetch: ${counted(lock.value.size, 'module')}, matching pact-lock.json`);
    return exitStatus.success;
  }
  const fetched = await fetchAll(required, stage);
  if (!fetched.ok) return fail(fetched.fault);
  const changed = isUpdate ? undefined : firstChange(fetched.value, lock.value, required);
  if (changed !== undefined) return fail(changed);
  const files = [...fetched.value.values()];
  const newLock = new Map(files.map(({ locked }) => [locked.name, locked]));
  const refused = writeRequirements(folder, files, newLock);
  if (refused !== undefined) return fail(refused);
  showChanges(lock.value, newLock);
  return addToProject(
    folder,
    added.filter(([name]) => !project.requirements.has(name)),
  );
}

async function fetchAll(
  required: Requirements,
  stage: Stage,
): Promise<Result<ReadonlyMap<string, RequiredFile>, string>> {
  const groups: (readonly RequiredFile[])[] = [];
  for (const [key, names] of grouped(required)) {
    const { network: name, chain } = key;
    const network = namedNetwork(name);
    if (network === undefined) return bad(`the network ${name} is needed for ${names.join(', ')}`);
    const port = networkPort(network, [chain]);
    if (!port.ok) return port;
    const { networkId } = network;
    const fetched = await fetchModules(names, {
      port: port.value,
      asking: { networkId, chain, now: now() },
      dependenciesOf: dependenciesOf(stage),
    });
    if (!fetched.ok) return bad(fetched.fault.sentence);
    const files = requiredFiles(fetched.value, { network: name, networkId, chain }, stage.room);
    if (!files.ok) return files;
    groups.push(files.value);
  }
  return mergeFiles(groups);
}

const now = (): bigint => BigInt(Math.floor(systemClock.dateMs() / 1000));

function grouped(required: Requirements): readonly (readonly [Requirement, readonly string[]])[] {
  const groups = new Map<string, [Requirement, string[]]>();
  for (const [name, { network, chain }] of required) {
    const key = `${chain} ${network}`;
    const group = groups.get(key) ?? [{ network, chain }, []];
    group[1].push(name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns what is missing or differs on disk, as sentences. */
function faultsOf(required: Requirements, folder: string, lock: Lock): readonly string[] {
  const missing = [...required].flatMap(([name, { network, chain }]) => {
    const locked = lock.get(name);
    if (locked === undefined) return [`pact-lock.json does not have ${name}`];
    const isSame = locked.network === network && locked.chain === chain;
    return isSame
      ? []
      : [`pact-lock.json has ${name} from chain ${locked.chain} of ${locked.network} instead`];
  });
  return [...missing, ...[...lock.values()].flatMap((each) => fileFault(folder, each) ?? [])];
}

/** Returns a message for the first pinned module that has changed on its network. */
function firstChange(
  files: ReadonlyMap<string, RequiredFile>,
  lock: Lock,
  required: Requirements,
): string | undefined {
  for (const [name, { locked }] of files) {
    const before = lock.get(name);
    const wanted = required.get(name);
    const isMoved = wanted !== undefined && before?.network !== wanted.network;
    if (before === undefined || before.hash === locked.hash || isMoved) continue;
    return (
      `${name} has the hash ${locked.hash} on ${locked.network} now, but ${before.hash} in ` +
      `pact-lock.json: to accept the new one, run pact require --update`
    );
  }
  return undefined;
}

async function check(
  required: Requirements,
  options: { readonly folder: string; readonly lock: Lock; readonly isOffline: boolean },
): Promise<ExitStatus> {
  const { folder, lock, isOffline } = options;
  const faults = [...faultsOf(required, folder, lock)];
  for (const name of strangeFiles(folder, lock)) {
    faults.push(`requirements/${name} is not in pact-lock.json`);
  }
  if (!isOffline) faults.push(...(await changesOnNetworks(lock)));
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  if (faults.length > 0) return exitStatus.failure;
  writeLine(`${counted(lock.size, 'module')}, all matching pact-lock.json`);
  return exitStatus.success;
}

async function changesOnNetworks(lock: Lock): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, network: networkName, chain, hash } of lock.values()) {
    const network = namedNetwork(networkName);
    if (network === undefined) return [`the network ${networkName} is needed for ${name}`];
    const port = networkPort(network, [chain]);
    if (!port.ok) return [port.fault];
    const asking = { networkId: network.networkId, chain, now: now() };
    const found = await readModule(port.value, asking, name);
    if (!found.ok) return [found.fault.sentence];
    const onNetwork = found.value?.hash;
    if (onNetwork === hash) continue;
    faults.push(
      onNetwork === undefined
        ? `${name} is no longer on chain ${chain} of ${networkName}`
        : `${name} has the hash ${onNetwork} on ${networkName} now, but ${hash} in pact-lock.json`,
    );
  }
  return faults;
}

function showChanges(before: Lock, after: Lock): void {
  for (const { name, hash, network } of after.values()) {
    const old = before.get(name)?.hash;
    if (old === hash) continue;
    writeLine(`${name}  ${old === undefined ? '' : `${old} -> `}${hash}  ${network}`);
  }
  writeLine(`${counted(after.size, 'module')} in requirements, pinned in pact-lock.json`);
}

function addToProject(
  folder: string,
  added: readonly (readonly [string, Requirement])[],
): ExitStatus {
  const path = join(folder, projectFileName);
  for (const [name, { network, chain }] of added) {
    const answer = readSourceFile(path);
    const changed =
      answer.kind === 'text'
        ? withRequirement(answer.text, { name, network, chain })
        : bad(`cannot read pact.yaml: ${answer.reason}`);
    const refused = changed.ok ? writeInProject(path, changed.value) : changed.fault;
    if (refused !== undefined) return fail(refused);
  }
  return exitStatus.success;
}
