// What goes wrong in a simulation, planned from its seed: partitions, links that fail in one direction, restarts, lost
// writes, wrong clocks, new certificates, slow disks. All of it is over when the network must heal.

import type { SeededRandom } from '../../base/ports/random.ts';
import type { SimulatedTime } from '../../base/ports/simulated-time.ts';
import type { LinkState, SimulatedNetwork } from './net/simulated-network.ts';
import type { SimulatedNode } from './node/simulated-node.ts';

export type Fault = { readonly atMs: number; readonly lengthMs: number } & (
  | { readonly kind: 'split'; readonly side: readonly number[] }
  /** Two sides that only one node connects. */
  | { readonly kind: 'bridge'; readonly side: readonly number[]; readonly node: number }
  | { readonly kind: 'link'; readonly from: number; readonly to: number; readonly state: LinkState }
  | { readonly kind: 'restart' | 'kill' | 'new-certificate'; readonly node: number }
  | { readonly kind: 'skew'; readonly node: number; readonly skewMs: number }
  | { readonly kind: 'slow-disk'; readonly node: number; readonly factor: number }
);

export const faultKinds = [
  'split',
  'bridge',
  'link',
  'restart',
  'kill',
  'new-certificate',
  'skew',
  'slow-disk',
] as const satisfies readonly Fault['kind'][];

/** `fixed`: nodes whose certificate others have configured, and which keep it: the first ones. */
export function planFaults(
  random: SeededRandom,
  {
    nodes,
    fixed,
    endMs,
  }: { readonly nodes: number; readonly fixed: number; readonly endMs: number },
): readonly Fault[] {
  const count = 3 + random.below(6);
  const faults: Fault[] = [];
  for (let i = 0; i < count; i++) {
    const kind = faultKinds[random.below(faultKinds.length)] ?? 'split';
    const atMs = Math.round(10_000 + random.fraction() * (endMs - 40_000));
    const lengthMs = Math.min(endMs - atMs, Math.round(5000 + random.fraction() * endMs * 0.4));
    const fault = { atMs, lengthMs, ...faultOf(kind, random, { nodes, fixed }) };
    faults.push(fault.kind === 'skew' ? overInTime(fault, endMs) : fault);
  }
  return faults.sort((one, other) => one.atMs - other.atMs).map(withOneCertificate());
}

/** Blocks of a clock that is ahead are invalid until their time comes: after the faults, there must be none. */
function overInTime<T extends Fault & { readonly kind: 'skew' }>(fault: T, endMs: number): T {
  const { atMs, lengthMs, skewMs } = fault;
  return atMs + lengthMs + skewMs > endMs ? { ...fault, skewMs: -Math.abs(skewMs) } : fault;
}

/** Nodes accept a new certificate of another one once in an hour: a second change is a restart only. */
function withOneCertificate(): (fault: Fault) => Fault {
  const changed = new Set<number>();
  return (fault) => {
    if (fault.kind !== 'new-certificate') return fault;
    if (changed.has(fault.node)) return { ...fault, kind: 'restart' };
    changed.add(fault.node);
    return fault;
  };
}

type Without<T> = T extends unknown ? Omit<T, 'atMs' | 'lengthMs'> : never;

function faultOf(
  kind: Fault['kind'],
  random: SeededRandom,
  { nodes, fixed }: { readonly nodes: number; readonly fixed: number },
): Without<Fault> {
  const node = random.below(nodes);
  switch (kind) {
    case 'split':
      return { kind, side: sideOf(random, nodes) };
    case 'bridge':
      return { kind, side: sideOf(random, nodes), node };
    case 'link': {
      const to = (node + 1 + random.below(nodes - 1)) % nodes;
      const states = ['cut', 'reset', 'stalled'] as const;
      return { kind, from: node, to, state: states[random.below(3)] ?? 'cut' };
    }
    case 'restart':
    case 'kill':
      return { kind, node };
    case 'new-certificate':
      return { kind, node: Math.min(nodes - 1, fixed + random.below(nodes - fixed)) };
    case 'skew':
      return { kind, node, skewMs: Math.round((random.fraction() - 0.5) * 600_000) };
    case 'slow-disk':
      return { kind, node, factor: 5 + random.below(100) };
  }
}

/** At least one node, and not all. */
function sideOf(random: SeededRandom, nodes: number): readonly number[] {
  const mask = 1 + random.below(2 ** nodes - 2);
  return Array.from({ length: nodes }, (_, at) => at).filter((at) => (mask & (1 << at)) !== 0);
}

/** Makes a fault happen when its time comes, and ends it. */
export function scheduleFault(
  fault: Fault,
  parts: {
    readonly time: SimulatedTime;
    readonly network: SimulatedNetwork;
    readonly nodes: readonly SimulatedNode[];
    readonly note: (what: string) => void;
  },
): void {
  const { time, note } = parts;
  time.after(fault.atMs, () => {
    note(`begins: ${faultText(fault)}`);
    const end = begin(fault, parts);
    time.after(fault.lengthMs, () => {
      note(`ends: ${faultText(fault)}`);
      end();
    });
  });
}

function begin(
  fault: Fault,
  parts: {
    readonly network: SimulatedNetwork;
    readonly nodes: readonly SimulatedNode[];
  },
): () => void {
  const { network, nodes } = parts;
  const keyAt = (at: number): string => nodes[at]?.key ?? '';
  switch (fault.kind) {
    case 'split':
    case 'bridge': {
      const side = new Set(fault.side.map(keyAt));
      const bridge = fault.kind === 'bridge' ? keyAt(fault.node) : undefined;
      return network.impose((from, to) =>
        side.has(from) === side.has(to) || from === bridge || to === bridge ? undefined : 'cut',
      );
    }
    case 'link':
      return network.impose((from, to) =>
        from === keyAt(fault.from) && to === keyAt(fault.to) ? fault.state : undefined,
      );
    default: {
      const node = nodes[fault.node];
      return node === undefined ? () => undefined : beginAt(fault, node);
    }
  }
}

function beginAt(
  fault: Exclude<Fault, { readonly kind: 'split' | 'bridge' | 'link' }>,
  node: SimulatedNode,
): () => void {
  switch (fault.kind) {
    case 'restart':
    case 'new-certificate': {
      void node.stop();
      if (fault.kind === 'new-certificate') node.changeCertificate();
      return () => node.start();
    }
    case 'kill':
      node.kill(1000);
      return () => node.start();
    case 'skew':
      node.skewMs += fault.skewMs;
      return () => {
        node.skewMs -= fault.skewMs;
      };
    case 'slow-disk':
      node.disk.slowness *= fault.factor;
      return () => {
        node.disk.slowness /= fault.factor;
      };
  }
}

export function faultText(fault: Fault): string {
  const { kind, atMs, lengthMs, ...rest } = fault;
  const details = Object.entries(rest)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
  return `${kind} at ${(atMs / 1000).toFixed(1)} s for ${(lengthMs / 1000).toFixed(1)} s, ${details}`;
}
