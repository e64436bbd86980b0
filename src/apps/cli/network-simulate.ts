// `pact network simulate`: runs simulated networks, seed by seed, and shows the smallest run that fails.

import { systemClock, systemTimer } from '../../base/platform/system.ts';
import { counted } from '../../base/prose.ts';
import { faultText } from '../../p2p/simulation/faults.ts';
import { simulate, type SimulationSettings } from '../../p2p/simulation/run.ts';
import { shrink } from '../../p2p/simulation/shrink.ts';
import { Given } from './commands/define.ts';
import { network as definition } from './commands/network.ts';
import { faultsOf, seedsOf } from './commands/simulate-options.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { graphOf, plan } from './network/plan.ts';
import { type SeedRun, seedRunOf, runInWorkers } from './network/seed-workers.ts';
import type { GivenOptions } from './options.ts';
import { writeLine, writeResult } from './output.ts';

export async function networkSimulate(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  if (given.has('plan')) return plan(given);
  const seeds = seedsIn(given);
  const startMs = systemClock.nowMs();
  const runs: SeedRun[] = [];
  const take = (run: SeedRun): void => {
    runs.push(run);
    if (given.has('json')) writeResult(JSON.stringify(run));
    else if (run.violations.length > 0) writeLine(failureText(run));
  };
  if (Number(given.value('workers') ?? 1) > 1 && seeds.length > 1) {
    await runInWorkers(given, seeds, take);
  } else {
    for (const seed of seeds) take(await runSeed(given, seed));
  }
  const failed = runs.find(({ violations }) => violations.length > 0);
  if (given.has('json')) return failed === undefined ? exitStatus.success : exitStatus.failure;
  writeLine(summary(given, runs, (systemClock.nowMs() - startMs) / 1000));
  if (failed === undefined) return exitStatus.success;
  await showSmallest(given, failed);
  return exitStatus.failure;
}

function seedsIn(given: Given): readonly number[] {
  const one = given.value('seed');
  if (one !== undefined) return [Number(one)];
  const [first, last] = seedsOf(given.value('seeds') ?? '') ?? [1, 10];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

async function runSeed(given: Given, seed: number): Promise<SeedRun> {
  const onLine = given.has('log') ? writeLine : undefined;
  return seedRunOf(seed, await simulate(settingsOf(given, seed), quickTimer, onLine));
}

let turns = 0;
/** Lets promises go on without a turn of the event loop; every thousandth time with one, so that signals arrive. */
const quickTimer = {
  soon(run: () => void): void {
    turns += 1;
    if (turns % 1000 === 0) systemTimer.soon(run);
    else process.nextTick(run);
  },
};

function settingsOf(given: Given, seed: number): SimulationSettings {
  return {
    seed,
    graph: graphOf(given),
    nodes: Number(given.value('nodes') ?? 5),
    blockMs: Number(given.value('block-time') ?? 10) * 1000,
    lengthMs: Number(given.value('minutes') ?? 10) * 60_000,
    transactionsPerSecond: Number(given.value('transactions') ?? 0.5),
    faults: faultsOf(given.value('faults') ?? ''),
    attack: attackOf(given.value('attack')),
  };
}

function attackOf(text: string | undefined): number | 'none' | undefined {
  return text === undefined || text === 'none' ? text : Number(text);
}

function failureText({ seed, violations }: SeedRun): string {
  return [`Seed ${seed} fails:`, ...violations.map((each) => `  ${each}`)].join('\n');
}

function summary(given: Given, runs: readonly SeedRun[], seconds: number): string {
  const { nodes, lengthMs } = settingsOf(given, 0);
  const sum = (of: (run: SeedRun) => number): number => runs.reduce((all, run) => all + of(run), 0);
  const failed = runs.filter(({ violations }) => violations.length > 0).length;
  const simulated = (runs.length * lengthMs) / 1000;
  const healed = runs.flatMap(({ healedMs }) => healedMs ?? []).sort((one, other) => one - other);
  const [blocks, kept] = [sum((run) => run.blocks), sum((run) => run.kept)];
  return [
    `${counted(runs.length, 'run')} of ${lengthMs / 60_000} minutes with ${nodes} nodes: ` +
      (failed === 0 ? 'nothing is violated.' : `${failed} of them fail.`),
    `  ${Math.round(simulated / seconds)} times as fast as real time (${seconds.toFixed(1)} s)`,
    `  ${counted(blocks, 'block')}, of which ${kept} remain; ${counted(
      sum((run) => run.transactions),
      'transaction',
    )}`,
    `  ${counted(
      sum((run) => run.requests),
      'request',
    )} between nodes, ${Math.round(sum((run) => run.bytes) / 1e6)} MB`,
    `  all nodes agree ${((healed[healed.length >> 1] ?? 0) / 1000).toFixed(1)} s after the faults (median), ` +
      `${((healed.at(-1) ?? 0) / 1000).toFixed(1)} s at most`,
  ].join('\n');
}

async function showSmallest(given: Given, { seed }: SeedRun): Promise<void> {
  writeLine(`\nLooking for a smaller run of seed ${seed} that fails...`);
  const found = await shrink(settingsOf(given, seed), systemTimer);
  if (found === undefined) {
    writeLine('It did not fail again: that is a fault of the simulation, please report it.');
    return;
  }
  const { settings, outcome, runs } = found;
  const happened = settings.faults ?? [...outcome.plan.keys()];
  const lines = happened.flatMap((at) => {
    const fault = outcome.plan[at];
    return fault === undefined ? [] : [`  ${at}: ${faultText(fault)}`];
  });
  const { attacker } = outcome;
  const attack = attacker?.attack.numbers[0] ?? 'none';
  const shared = given.words('nodes', 'chains', 'block-time', 'transactions');
  const faults = happened.length === 0 ? 'none' : happened.join(',');
  const minutes = Math.ceil(settings.lengthMs / 60_000);
  writeLine(
    [
      `After ${runs} runs it fails with ${counted(happened.length, 'fault')}:`,
      ...lines,
      ...(attacker === undefined ? [] : [`  a hostile peer ${attacker.attack.name}`]),
      ...outcome.violations.map((each) => `  ${each}`),
      'To see everything that happens:',
      [
        `  pact network simulate --seed ${seed} --faults ${faults} --attack ${attack} --minutes ${minutes}`,
        ...shared,
        '--log',
      ].join(' '),
    ].join('\n'),
  );
}
