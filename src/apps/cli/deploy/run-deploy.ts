// `pact deploy`: reads the project and the settings of the network in pact.yaml, then plans or deploys.

import { join, relative, resolve } from 'node:path';
import { counted } from '../../../base/prose.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { JsonValue } from '../../../base/json.ts';
import {
  deploy,
  deployProject,
  LocalHashes,
  patientPort,
  planAll,
  type ContractFile,
  type DeployEvent,
  type Deployment,
  type DeployProject,
  type MigrationText,
} from '../../../tools/deploy/index.ts';
import { systemClock, systemTimer } from '../../../base/platform/system.ts';
import { isStoreFault } from '../../../storage/entries/index.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { findFiles, readSourceFile } from '../files.ts';
import { dependenciesOf, indexTexts } from '../project/project-view.ts';
import { networkPort } from '../send/destination.ts';
import { writeErrorLine, writeLine, writeResult } from '../output.ts';
import { leadsOutside } from '../project/folder-bounds.ts';
import { namedNetwork, type NamedNetwork } from '../project/networks.ts';
import { openProject, type OpenProject } from '../project/open-project.ts';
import { requirementsFolder } from '../require/lock-file.ts';
import type { Stage } from '../stage.ts';
import { deploySettings } from './deploy-settings.ts';
import { openJournal, SignatureFiles } from './signature-files.ts';
import { chainsText, endJson, endText, planJson, planText } from './show-deploy.ts';

const usualTimeoutSeconds = 300;

export async function runDeploy(given: Given, stage: Stage): Promise<ExitStatus> {
  const network = namedNetwork(given.value('network') ?? '');
  const open = network === undefined ? undefined : openProject();
  if (network === undefined || open === undefined) return exitStatus.failure;
  const chains = chainsFor(network, given.values('chain'));
  if (!chains.ok) return fail(chains.fault);
  const read = deploySettings(network, open.folder);
  if (!read.ok) {
    const { sentence, place } = read.fault;
    if (place === undefined) return fail(sentence);
    open.writeFault(sentence, place);
    return exitStatus.failure;
  }
  const project = readProject(open, read.value.data, stage);
  if (project === undefined) return exitStatus.failure;
  const port = networkPort(network, chains.value);
  if (!port.ok) return fail(port.fault);
  const signatures = new SignatureFiles({
    folder: resolve(given.value('out') ?? join(open.folder, 'to-sign')),
    network: network.name,
    signers: read.value.settings.signers,
  });
  for (const file of given.operands) {
    const fault = signatures.add(file);
    if (fault !== undefined) return fail(fault);
  }
  const parts = { ...read.value, project, port: patientPort(port.value, systemTimer), signatures };
  return await withJournal(open.folder, network, (journal) =>
    work(given, { ...parts, network, chains: chains.value, journal, stage }),
  );
}

type Parts = Pick<Deployment, 'project' | 'settings' | 'data' | 'port' | 'journal'> & {
  readonly network: NamedNetwork;
  readonly chains: readonly string[];
  readonly signatures: SignatureFiles;
  readonly stage: Stage;
};

async function work(given: Given, parts: Parts): Promise<ExitStatus> {
  const { network, chains, stage, project, port, settings } = parts;
  const asking = (chain: string) => ({
    networkId: settings.networkId,
    chain,
    now: BigInt(Math.floor(systemClock.dateMs() / 1000)),
  });
  const hashes = new LocalHashes({
    project,
    port,
    limits: stage.room,
    dependenciesOf: dependenciesOf(stage),
  });
  const isJson = given.has('json');
  const deployment: Deployment = {
    ...parts,
    clock: systemClock,
    timer: systemTimer,
    timeoutMs: Number(given.value('timeout') ?? usualTimeoutSeconds) * 1000,
    asking,
    hashesOn: (chain) => hashes.on(asking(chain)),
    report: (event) => report(event, isJson),
  };
  if (given.has('plan')) {
    const plans = await planAll(chains, deployment);
    if (isJson) writeResult(planJson(network.name, plans));
    else writeLine(planText(plans));
    const isFaulty = [...plans.values()].some(({ kind }) => kind === 'fault');
    return isFaulty ? exitStatus.failure : exitStatus.success;
  }
  const ends = await deploy(chains, deployment);
  if (isJson) writeResult(endJson(network.name, ends));
  else showEnds(ends);
  const { written } = parts.signatures;
  if (written.length > 0) writeErrorLine(howToSign(written));
  const isDone = [...ends.values()].every(({ kind }) => kind === 'done');
  return isDone ? exitStatus.success : exitStatus.failure;
}

function showEnds(ends: Awaited<ReturnType<typeof deploy>>): void {
  const groups = new Map<string, string[]>();
  for (const [chain, end] of ends) {
    const text = endText(end);
    groups.set(text, [...(groups.get(text) ?? []), chain]);
  }
  for (const [text, chains] of groups) writeLine(`${chainsText(chains)}: ${text}`);
}

function howToSign(written: readonly string[]): string {
  const [first = ''] = written.map((path) => relative(process.cwd(), path));
  return (
    `pact: ${counted(written.length, 'file')} to be signed, the first one is ${first}. ` +
    `Sign each (pact add-sig key.yaml < ${first} > signed.yaml), then run pact deploy again ` +
    `with the signed files as arguments`
  );
}

function report(event: DeployEvent, isJson: boolean): void {
  if (isJson) return writeErrorLine(JSON.stringify(event));
  const { chain, title } = event;
  switch (event.kind) {
    case 'resumed':
      return writeErrorLine(`chain ${chain}: ${title}: looking for the transaction ${event.key}`);
    case 'split':
      return writeErrorLine(`chain ${chain}: ${title}: too large, split into ${event.parts}`);
    case 'sent':
      return;
    case 'done':
      return writeErrorLine(`chain ${chain}: ${title}: done, gas ${event.gas}`);
  }
}

/** Returns the contracts of the project and shows their faults. */
function readProject(open: OpenProject, data: JsonValue, stage: Stage): DeployProject | undefined {
  const paths = open.sourcePaths();
  if (paths === undefined) return undefined;
  const { files, faults } = findFiles(paths, ['.pact']);
  for (const fault of faults) writeErrorLine(`pact: ${fault}`);
  const required = join(open.folder, requirementsFolder);
  const migrations = readMigrations(open);
  const migrating = new Set(migrations?.map(({ file }) => resolve(open.folder, file)));
  const contracts: ContractFile[] = [];
  let isWhole = faults.length === 0;
  for (const path of files) {
    if (resolve(path).startsWith(`${required}/`) || !path.endsWith('.pact')) continue;
    if (migrating.has(resolve(path))) continue;
    const answer = readSourceFile(path);
    if (answer.kind === 'text') contracts.push({ path, text: answer.text });
    else {
      writeErrorLine(`pact: cannot read ${path}: ${answer.reason}`);
      isWhole = false;
    }
  }
  if (!isWhole || migrations === undefined) return undefined;
  const { nestingLimit } = stage.room;
  const index = (texts: readonly ContractFile[]) => ({
    index: indexTexts(texts, stage),
    faults: [],
  });
  const project = deployProject(contracts, { data, nestingLimit, migrations, index });
  if (!project.ok) {
    for (const fault of project.fault) writeErrorLine(fault);
    return undefined;
  }
  if (project.value.modules.length === 0) {
    writeErrorLine(
      'pact: there is no module to deploy: list the contracts under sources in pact.yaml',
    );
    return undefined;
  }
  return project.value;
}

/** Returns the migrations in pact.yaml with their texts; shows the faults of their files. */
function readMigrations(open: OpenProject): readonly MigrationText[] | undefined {
  const migrations: MigrationText[] = [];
  let isWhole = true;
  for (const { file, module, done } of open.project?.migrations ?? []) {
    const answer = readSourceFile(resolve(open.folder, file.text));
    const fault =
      answer.kind === 'failure'
        ? `the migration ${file.text} cannot be read: ${answer.reason}`
        : migrations.some((each) => each.file === file.text)
          ? `the migration ${file.text} appears twice`
          : undefined;
    if (fault !== undefined) {
      open.writeFault(fault, file.place);
      isWhole = false;
    } else if (answer.kind === 'text') {
      migrations.push({ file: file.text, module, done, text: answer.text });
    }
  }
  return isWhole ? migrations : undefined;
}

function chainsFor(
  { name, chains, host }: NamedNetwork,
  chosen: readonly string[],
): Result<readonly string[], string> {
  const unknown = chosen.find((chain) => chains !== undefined && !chains.includes(chain));
  if (unknown !== undefined) {
    return bad(`${name} of pact.yaml has no chain ${unknown}: it has ${(chains ?? []).join(', ')}`);
  }
  if (chosen.length > 0) return good([...new Set(chosen)]);
  if (chains !== undefined && chains.length > 0) return good([...new Set(chains)]);
  return bad(
    `networks.${name}.chains is missing in pact.yaml, and ${host} may have several chains: ` +
      `list them there, or choose one with --chain`,
  );
}

async function withJournal(
  folder: string,
  { name }: NamedNetwork,
  use: (journal: Deployment['journal']) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const outside = leadsOutside(join(folder, '.pact', 'deploy'));
  if (outside !== undefined) return fail(`cannot write into .pact: ${outside}`);
  let opened: ReturnType<typeof openJournal> | undefined;
  try {
    opened = openJournal(folder, name);
    return await use(opened.journal);
  } catch (thrown) {
    if (isStoreFault(thrown)) return fail(thrown.message);
    throw thrown;
  } finally {
    opened?.close();
  }
}
