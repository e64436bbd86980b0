// One simulation: nodes, miners and clients in virtual time, the faults of a seed, and then a network that must heal. The
// same settings give the same events.

import { SeededStreams } from '../../base/ports/random.ts';
import { SimulatedTime } from '../../base/ports/simulated-time.ts';
import { nextTurn, type Timer } from '../../base/ports/time.ts';
import type { ChainGraph } from '../../chain/graph/chain-graph.ts';
import { areSameHeads, cutHeight } from '../../chain/choice/cut.ts';
import type { Network } from '../../chain/rules/network.ts';
import { simulatedNetwork, microsOf } from './chain/simulated-network.ts';
import { Clients } from './clients.ts';
import { EventLog } from './event-log.ts';
import { planFaults, scheduleFault, type Fault } from './faults.ts';
import type { Attack } from './hostile/attack.ts';
import { attackNumbered, attacks } from './hostile/attacks.ts';
import { HostilePeer } from './hostile/hostile-peer.ts';
import { Invariants } from './invariants.ts';
import { Mining } from './mining.ts';
import { SimulatedNetwork } from './net/simulated-network.ts';
import { errorText, SimulatedNode } from './node/simulated-node.ts';

export type SimulationSettings = {
  readonly seed: number;
  readonly graph: ChainGraph;
  readonly nodes: number;
  /** The mean time between two blocks of a chain. */
  readonly blockMs: number;
  readonly lengthMs: number;
  readonly transactionsPerSecond: number;
  /** Which of the planned faults happen, by their position; all of them if absent. */
  readonly faults?: readonly number[] | undefined;
  /** Cuts off a node from the first minute on: to see that such a thing is found. */
  readonly neverHeals?: boolean;
  /** The number of the attack of a further, hostile peer; if absent, half of the seeds have one. */
  readonly attack?: number | 'none' | undefined;
};

export type SimulationOutcome = {
  readonly violations: readonly string[];
  /** Of all events: equal in two runs. */
  readonly hash: string;
  readonly events: number;
  readonly plan: readonly Fault[];
  readonly blocks: number;
  /** Blocks of the longest cut. */
  readonly kept: number;
  readonly transactions: number;
  readonly requests: number;
  readonly bytes: number;
  /** Milliseconds from the end of the last fault until all cuts were equal. */
  readonly healedMs: number | undefined;
  /** What became of the attack. */
  readonly attacker: AttackerOutcome | undefined;
};

export type AttackerOutcome = {
  readonly attack: Attack;
  /** The fewest points that it had with an honest node. */
  readonly points: number;
  readonly isBanned: boolean;
  /** How its own requests were answered, by status. */
  readonly answers: ReadonlyMap<number | 'none', number>;
};

const startDateMs = 1_800_000_000_000;

/** After the faults: all cuts must be equal within this time while nobody mines. */
const healMs = 14_000;
/** For mining in peace after that, and for the end. */
const peaceMs = 60_000;

/** Nodes that others have configured, with their certificates. */
const fixedNodes = 2;

/** `timer`: of the real system, which lets promises go on. */
export async function simulate(
  settings: SimulationSettings,
  timer: Pick<Timer, 'soon'>,
  onLine?: (line: string) => void,
): Promise<SimulationOutcome> {
  return new Simulation(settings, timer, onLine).run();
}

class Simulation {
  private readonly settings: SimulationSettings;
  private readonly time: SimulatedTime;
  private readonly streams: SeededStreams;
  private readonly network: SimulatedNetwork;
  private readonly log: EventLog;
  private readonly invariants: Invariants;
  private readonly nodes: readonly SimulatedNode[];
  private readonly mining: Mining;
  private readonly clients: Clients;
  private readonly hostile: HostilePeer | undefined;

  constructor(
    settings: SimulationSettings,
    timer: Pick<Timer, 'soon'>,
    onLine: ((line: string) => void) | undefined,
  ) {
    const { seed, graph, blockMs, lengthMs, transactionsPerSecond } = settings;
    this.settings = settings;
    const time = new SimulatedTime({ startDateMs, settle: () => nextTurn(timer) });
    this.time = time;
    this.streams = new SeededStreams(seed);
    this.log = new EventLog(() => time.nowMs(), onLine);
    this.network = new SimulatedNetwork({
      time,
      random: this.streams.of('network'),
      settings: { minLatencyMs: 5, maxLatencyMs: 120, bytesPerSecond: 1_250_000, loss: 0.001 },
    });
    const rules = simulatedNetwork({ graph, blockMs, startDateMs });
    this.invariants = new Invariants({
      network: rules,
      nowMs: () => time.nowMs(),
      now: () => microsOf(time.dateMs()),
      isHonest: (key) => this.nodes.some((node) => node.key === key),
      note: (who, what) => this.log.note(who, what),
    });
    this.nodes = Array.from({ length: settings.nodes }, (_, at) => this.newNode(at, rules));
    const { nodes, streams } = this;
    for (const [at, node] of nodes.entries()) {
      const first = nodes.slice(0, fixedNodes).filter((each) => each !== node);
      node.configured = (at < fixedNodes ? first : first.slice(0, 1 + (at % 2))).map(
        ({ info }) => info,
      );
    }
    this.mining = new Mining({
      time,
      streams,
      nodes,
      meanMs: blockMs / graph.order,
      endMs: lengthMs - healMs,
    });
    this.clients = new Clients({
      time,
      random: streams.of('clients'),
      nodes,
      chains: graph.order,
      perSecond: transactionsPerSecond,
      endMs: lengthMs - healMs,
    });
    const attack = this.attack();
    this.hostile = attack && this.newHostile(attack, rules);
  }

  async run(): Promise<SimulationOutcome> {
    const { time, nodes, log, network, settings } = this;
    const peaceFromMs = settings.lengthMs - 2 * healMs - peaceMs;
    const plan = planFaults(this.streams.of('faults'), {
      nodes: nodes.length,
      fixed: Math.min(fixedNodes, nodes.length - 1),
      endMs: peaceFromMs,
    });
    for (const [at, fault] of plan.entries()) {
      if (settings.faults?.includes(at) === false) continue;
      scheduleFault(fault, { time, network, nodes, note: (what) => log.note('faults', what) });
    }
    if (settings.neverHeals === true) {
      const alone = nodes[0]?.key;
      time.after(60_000, () =>
        network.impose((from, to) => (from === alone || to === alone ? 'cut' : undefined)),
      );
    }
    for (const [at, node] of nodes.entries()) time.after(at * 200, () => node.start());
    time.after(5000, () => this.hostile?.start());
    time.after(1000, () => {
      this.mining.start();
      this.clients.start();
    });
    await this.advance(peaceFromMs);
    const healedMs = await this.heal();
    this.mining.isPaused = false;
    await this.advance(peaceMs);
    // The last blocks and transactions arrive.
    await this.advance(settings.lengthMs - time.nowMs());
    this.expectAgreement('at the end');
    this.expectTransactions();
    await this.stop();
    return this.outcome(plan, healedMs);
  }

  private async advance(milliseconds: number): Promise<void> {
    try {
      await this.time.advance(milliseconds);
    } catch (error) {
      this.invariants.violate('all', errorText(error));
    }
  }

  /** Nobody mines, until all cuts are equal. */
  private async heal(): Promise<number | undefined> {
    this.mining.isPaused = true;
    const startMs = this.time.nowMs();
    const stepMs = 200;
    let healedMs: number | undefined;
    for (let at = 0; at < healMs; at += stepMs) {
      await this.advance(stepMs);
      if (this.isAgreed()) healedMs ??= this.time.nowMs() - startMs;
    }
    this.expectAgreement('after the faults');
    return healedMs;
  }

  private isAgreed(): boolean {
    const [first, ...others] = this.nodes.map(({ process }) => process?.ledger.cut().heads);
    return others.every(
      (heads) => heads !== undefined && first !== undefined && areSameHeads(heads, first),
    );
  }

  private expectAgreement(when: string): void {
    if (this.isAgreed()) return;
    const cuts = this.nodes.map(({ name, process }) => {
      const cut = process?.ledger.cut();
      return cut === undefined ? `${name} is down` : `${name} ${cutHeight(cut)}`;
    });
    this.invariants.violate('all', `${when} the cuts differ: ${cuts.join(', ')}`);
  }

  private expectTransactions(): void {
    const lost = this.clients.lost();
    if (lost.length === 0) return;
    this.invariants.violate('all', `${lost.length} transactions are lost: ${lost[0]}`);
  }

  private async stop(): Promise<void> {
    const all = [...this.nodes, ...(this.hostile === undefined ? [] : [this.hostile])];
    const stopped = Promise.all(all.map((each) => each.stop()));
    await this.advance(30_000);
    await stopped;
  }

  private outcome(plan: readonly Fault[], healedMs: number | undefined): SimulationOutcome {
    const { violations, traffic } = this.invariants;
    const kept = Math.max(
      ...this.nodes.map(({ disk }) => {
        const cut = disk.steps.at(-1)?.cut;
        return cut === undefined ? 0 : cutHeight(cut);
      }),
    );
    return {
      violations,
      hash: this.log.hash,
      events: this.log.count,
      plan,
      blocks: this.mining.found,
      kept,
      transactions: this.clients.count,
      ...traffic,
      healedMs,
      attacker: this.hostile && {
        attack: this.hostile.attack,
        ...this.invariants.blameOf(this.hostile.node.key),
        answers: this.hostile.answers,
      },
    };
  }

  private attack(): Attack | undefined {
    const random = this.streams.of('attack');
    const drawn = random.below(2) === 0 ? undefined : attacks[random.below(attacks.length)];
    const { attack } = this.settings;
    if (attack === undefined) return drawn;
    return attack === 'none' ? undefined : attackNumbered(attack);
  }

  private newHostile(attack: Attack, rules: Network): HostilePeer {
    const { time, streams, network, nodes } = this;
    const hostile = new HostilePeer({
      name: 'hostile',
      address: { host: '99.1.0.1', port: 1789 },
      rules,
      network,
      streams,
      attack,
      time,
      random: streams.of('hostile'),
      honest: nodes,
    });
    hostile.node.configured = nodes.slice(0, 1).map(({ info }) => info);
    return hostile;
  }

  private newNode(at: number, rules: Network): SimulatedNode {
    return new SimulatedNode({
      name: `n${at}`,
      // Each in a network of its own.
      address: { host: `${20 + at}.1.0.1`, port: 1789 },
      rules,
      network: this.network,
      streams: this.streams,
      watcher: this.invariants,
    });
  }
}
