// `pact types`: writes TypeScript files for modules of the project or of a network.

import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { bad, good, type Result } from '../../../base/result.ts';
import { suggestion } from '../../../base/prose.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { headerOf, typesOf } from '../../../tools/app-types/generate.ts';
import { deployProject, type DeployProject } from '../../../tools/deploy/index.ts';
import type { IndexedModule } from '../../../tools/analysis/project-index/shape.ts';
import {
  fetchModules,
  hashModules,
  moduleFileName,
  type Lock,
} from '../../../tools/modules/index.ts';

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { findFiles, readSourceFile, reasonOf } from '../files.ts';
import { dependenciesOf, indexTexts, textInNamespace } from '../project/project-view.ts';
import { networkPort } from '../send/destination.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { leadsOutside, writeInProject } from '../project/folder-bounds.ts';
import { namedNetwork } from '../project/networks.ts';
import { openProject } from '../project/open-project.ts';
import { openLock, requirementsFolder } from '../require/lock-file.ts';
import type { Stage } from '../stage.ts';

type Known = {
  readonly module: IndexedModule;
  readonly hash: string;
  /** Modules whose schemas it may use. */
  readonly others: readonly IndexedModule[];
};

export async function runTypes(given: Given, stage: Stage): Promise<ExitStatus> {
  const found = given.has('network')
    ? await onNetwork(given, stage)
    : inProject(given.operands, stage);
  if (!found.ok) return fail(found.fault);
  const named = given.values('out');
  const folder = resolve(named.at(-1) ?? 'types');
  const files = found.value.map(({ module, hash, others }) => ({
    path: join(folder, `${moduleFileName(module.name)}.ts`),
    text: typesOf(module, { hash, others }),
  }));
  if (given.has('check')) return check(files);
  const outside = leadsOutside(folder, named);
  if (outside !== undefined) return fail(`cannot write into ${folder}: ${outside}`);
  try {
    makeFolder(folder);
  } catch (error) {
    return fail(`cannot create the folder ${folder}: ${reasonOf(error)}`);
  }
  for (const { path, text } of files) {
    const refused = writeInProject(path, text, named);
    if (refused !== undefined) return fail(`cannot write ${path}: ${refused}`);
    writeLine(relative(process.cwd(), path));
  }
  return exitStatus.success;
}

function check(files: readonly { readonly path: string; readonly text: string }[]): ExitStatus {
  let status: ExitStatus = exitStatus.success;
  for (const { path, text } of files) {
    const answer = readSourceFile(path);
    if (answer.kind === 'text' && answer.text === text) continue;
    status = exitStatus.failure;
    const name = relative(process.cwd(), path);
    if (answer.kind === 'failure') {
      writeErrorLine(`pact: ${name} cannot be read: ${answer.reason}`);
      continue;
    }
    const then = headerOf(text)?.hash ?? '';
    const now = headerOf(answer.text)?.hash;
    const why =
      now === then
        ? 'the file was changed by hand or by another release'
        : `the file is for ${now}`;
    writeErrorLine(`pact: ${name} is out of date: the module has the hash ${then}, and ${why}`);
  }
  return status;
}

async function onNetwork(given: Given, stage: Stage): Promise<Result<readonly Known[], string>> {
  const name = given.value('network') ?? '';
  const chain = given.value('chain') ?? '0';
  const network = namedNetwork(name);
  if (network === undefined) return bad(`modules of ${name} cannot be fetched`);
  const port = networkPort(network, [chain]);
  if (!port.ok) return port;
  const now = BigInt(Math.floor(systemClock.dateMs() / 1000));
  const fetched = await fetchModules(given.operands, {
    port: port.value,
    asking: { networkId: network.networkId, chain, now },
    dependenciesOf: dependenciesOf(stage),
  });
  if (!fetched.ok) return bad(fetched.fault.sentence);
  const texts = fetched.value.map((module) => ({
    path: `${moduleFileName(module.name)}.pact`,
    text: textInNamespace(module),
  }));
  const { modules } = indexTexts(texts, stage);
  const hashes = new Map(fetched.value.map((each) => [each.name, each.hash]));
  return good(known(given.operands, modules, hashes));
}

const known = (
  names: readonly string[],
  modules: readonly IndexedModule[],
  hashes: ReadonlyMap<string, string>,
): readonly Known[] =>
  [...new Set(names)].flatMap((name) => {
    const module = modules.find((each) => each.name === name);
    const hash = hashes.get(name);
    return module === undefined || hash === undefined ? [] : [{ module, hash, others: modules }];
  });

function inProject(names: readonly string[], stage: Stage): Result<readonly Known[], string> {
  const open = openProject();
  const sources = open?.sourcePaths();
  if (open === undefined || sources === undefined) return bad('the project cannot be read');
  const lock = openLock(open.folder);
  if (!lock.ok) return lock;
  const required = [join(open.folder, requirementsFolder)].filter((path) => existsSync(path));
  const { files, faults } = findFiles([...sources, ...required], ['.pact']);
  const [fault] = faults;
  if (fault !== undefined) return bad(fault);
  const texts: { readonly path: string; readonly text: string }[] = [];
  for (const path of new Set(files.map((each) => resolve(each)))) {
    const answer = readSourceFile(path);
    if (answer.kind === 'failure') return bad(`cannot read ${path}: ${answer.reason}`);
    texts.push({ path: relative(process.cwd(), path), text: answer.text });
  }
  let modules: readonly IndexedModule[] = [];
  const { nestingLimit } = stage.room;
  const project = deployProject(texts, {
    data: new Map(),
    nestingLimit,
    migrations: [],
    index(entered) {
      const index = indexTexts(entered, stage);
      ({ modules } = index);
      return { index, faults: [] };
    },
  });
  if (!project.ok) return bad(project.fault.join('\n'));
  const all = project.value.modules.map(({ name }) => name);
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    return bad(`the project has no module ${unknown}${suggestion(unknown, all)}`);
  }
  const hashes = hashesFor(names, project.value, lock.value, stage);
  return hashes.ok ? good(known(names, modules, hashes.value)) : hashes;
}

/** Returns the hashes of these modules and their dependencies. */
function hashesFor(
  names: readonly string[],
  { modules }: DeployProject,
  lock: Lock,
  stage: Stage,
): Result<ReadonlyMap<string, string>, string> {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const needed = new Set<string>();
  const pending = [...names];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (needed.has(name)) continue;
    const module = byName.get(name);
    if (module === undefined) {
      return bad(
        `the required module ${name} is missing: fetch it with pact require ${name} -n NETWORK`,
      );
    }
    needed.add(name);
    pending.push(...module.dependencies);
  }
  const hashed = hashModules(
    modules
      .filter(({ name }) => needed.has(name))
      .map(({ name, namespace, imports, code }) => ({
        name,
        namespace,
        given: lock.get(name)?.hash,
        code: [...imports, code].join('\n'),
      })),
    stage.room,
  );
  if (!hashed.ok) return bad(`${hashed.fault.module} cannot be loaded: ${hashed.fault.sentence}`);
  return good(new Map([...hashed.value].map(([name, { hash }]) => [name, hash])));
}
