// `pact network up`: runs the nodes of a folder as processes of this machine, with one log, until it is asked to stop.

import { createServer } from 'node:net';
import { Given } from './commands/define.ts';
import { network as definition, usualNetworkFolder } from './commands/network.ts';
import { exitStatus, type ExitStatus, fail, tryToSay } from './exit.ts';
import { linePrefixes } from './network/log-lines.ts';
import { type FoundNode, nodesOf } from './network/nodes-of-folder.ts';
import { NodeProcess } from './network/node-process.ts';
import { Restarts } from './network/restarts.ts';
import type { GivenOptions } from './options.ts';
import { isLost, useColour, writeErrorLine, writeLine } from './output.ts';
import { askedToEnd, endedText, endingText } from './service/run-service.ts';
import { counted } from '../../base/prose.ts';
import { systemClock, systemTimer } from '../../base/platform/system.ts';

export async function networkUp(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const [, folder = usualNetworkFolder] = given.operands;
  const nodes = nodesOf(folder);
  if (!nodes.ok) {
    for (const sentence of nodes.fault) writeErrorLine(`pact: ${sentence}`);
    return exitStatus.failure;
  }
  const taken = await portsInUse(nodes.value);
  if (taken.length > 0) {
    for (const sentence of taken) writeErrorLine(`pact: ${sentence}`);
    return fail('no node was started: stop the programs that use these ports, or change the files');
  }
  return await new RunningNetwork(nodes.value, given).run();
}

// Finds ports that the nodes could not use, before any of them starts.

async function portsInUse(nodes: readonly FoundNode[]): Promise<readonly string[]> {
  const sentences: string[] = [];
  const users = new Map<string, string>();
  for (const { name, path, configuration } of nodes) {
    for (const { key, host, port } of portsOf(configuration)) {
      if (port === undefined || port === 0) continue;
      const other = users.get(`${host}:${port}`);
      users.set(`${host}:${port}`, name);
      if (other !== undefined) {
        sentences.push(`${path}: ${key} ${port} of ${host} is also that of ${other}`);
      } else if (await isInUse(host, port)) {
        sentences.push(`${path}: ${key} ${port} of ${host} is in use`);
      }
    }
  }
  return sentences;
}

type Place = { readonly key: string; readonly host: string; readonly port: number | undefined };

function portsOf({ service, p2p }: FoundNode['configuration']): readonly Place[] {
  return [
    ...(p2p === undefined ? [] : [{ key: 'p2p.port', host: p2p.host, port: p2p.port }]),
    { key: 'service.port', host: service.host, port: service.port },
    { key: 'service.metricsPort', host: service.metrics.host, port: service.metrics.port },
  ];
}

/** Other faults of an address are reported by the node itself. */
function isInUse(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRINUSE'));
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}

type State =
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly address: string; readonly sinceMs: number }
  | { readonly kind: 'waiting'; readonly cancel: () => void }
  | { readonly kind: 'down' };

type Member = FoundNode & {
  readonly show: (line: string) => void;
  readonly restarts: Restarts;
  state: State;
  process: NodeProcess | undefined;
};

/** Milliseconds for nodes to end in order. */
const stopWithinMs = 30_000;

class RunningNetwork {
  private readonly members: readonly Member[];
  private readonly isJson: boolean;
  private readonly logLevel: readonly string[];
  private isStopping = false;
  private hasBeenReady = false;
  private finish: (status: ExitStatus) => void = () => undefined;

  constructor(nodes: readonly FoundNode[], given: Given) {
    this.isJson = given.has('json');
    this.logLevel = given.words('log-level');
    // With --json, standard output is for results.
    const prefixes = linePrefixes(
      nodes.map(({ name }) => name),
      useColour(this.isJson ? 2 : 1),
    );
    this.members = nodes.map((node) => ({
      ...node,
      show: (line) => this.show(prefixes.get(node.name)?.(line) ?? line),
      restarts: new Restarts(),
      state: { kind: 'starting' },
      process: undefined,
    }));
  }

  async run(): Promise<ExitStatus> {
    const ended = new Promise<ExitStatus>((resolve) => {
      this.finish = resolve;
    });
    for (const member of this.members) this.start(member);
    void askedToEnd().then(() => this.stop());
    const status = await ended;
    if (!this.isJson && this.isStopping) this.show(endedText);
    return status;
  }

  private start(member: Member): void {
    member.state = { kind: 'starting' };
    member.process = new NodeProcess(member.path, this.logLevel, {
      onReady: (address) => this.ready(member, address),
      onLine: member.show,
      onEnd: (how) => this.ended(member, how),
    });
  }

  private ready(member: Member, address: string): void {
    member.state = { kind: 'ready', address, sinceMs: systemClock.nowMs() };
    if (!this.isJson) member.show(`Ready: clients connect to ${address}`);
    const addresses = this.members.map(({ state }) =>
      state.kind === 'ready' ? state.address : undefined,
    );
    if (this.hasBeenReady || addresses.includes(undefined)) return;
    this.hasBeenReady = true;
    const nodes = this.members.map(({ name }, i) => ({ name, address: addresses[i] }));
    if (this.isJson) writeLine(JSON.stringify({ kind: 'ready', nodes }));
    else this.show(`All ${nodes.length} nodes are ready. Press Ctrl-C to stop.`);
  }

  private ended(member: Member, how: string): void {
    const { state } = member;
    const ranMs = state.kind === 'ready' ? systemClock.nowMs() - state.sinceMs : undefined;
    member.process = undefined;
    member.state = { kind: 'down' };
    if (!this.isStopping) this.diedAlone(member, how, ranMs);
    if (this.members.some((each) => each.state.kind !== 'down')) return;
    if (!this.isStopping) tryToSay('pact: no node is running any more');
    this.finish(this.isStopping ? exitStatus.success : exitStatus.failure);
  }

  private diedAlone(member: Member, how: string, ranMs: number | undefined): void {
    const delayMs = member.restarts.next(ranMs);
    if (delayMs === undefined) {
      member.show(`It ended before it was ready (${how}), and stays down.`);
      return;
    }
    member.show(`It died (${how}), and starts again in ${delayMs / 1000} s.`);
    const cancel = systemTimer.after(delayMs, () => this.start(member));
    member.state = { kind: 'waiting', cancel };
  }

  private stop(): void {
    this.isStopping = true;
    if (!this.isJson) this.show(endingText);
    for (const member of this.members) {
      if (member.state.kind === 'waiting') {
        member.state.cancel();
        member.state = { kind: 'down' };
      }
      member.process?.stop();
    }
    if (this.members.every(({ state }) => state.kind === 'down')) {
      this.finish(exitStatus.success);
      return;
    }
    systemTimer.after(stopWithinMs, () => this.killRest(), { isBackground: true });
  }

  private killRest(): void {
    const rest = this.members.filter((member) => member.process !== undefined);
    tryToSay(`pact: ${counted(rest.length, 'node')} did not end in time, and was killed`);
    for (const member of rest) member.process?.kill();
  }

  /** If nobody reads the log any more, the nodes end. */
  private show(line: string): void {
    if (this.isJson) return tryToSay(line);
    try {
      writeLine(line);
    } catch (error) {
      if (!isLost(error)) throw error;
      if (!this.isStopping) this.stop();
    }
  }
}
