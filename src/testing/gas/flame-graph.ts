// Writes a gas profile for flame-graph viewers: speedscope's file format, or collapsed stacks with one line per stack.
// The weight of a stack is the gas charged while it was active, in milligas.

import { printJson, type JsonValue } from '../../base/json.ts';
import type { GasProfile, ProfileNode } from '../../lang/session/run.ts';
import { excerpt, placeOf, shownName } from './gas-report.ts';
import { numberOf, objectOf } from './report-json.ts';

export type FlameGraphFormat = 'speedscope' | 'collapsed';

export function flameGraph(profile: GasProfile, format: FlameGraphFormat): string {
  return format === 'collapsed' ? collapsedStacks(profile) : speedscope(profile);
}

/** The format of Brendan Gregg's scripts: frames separated by semicolons, a space, the weight. */
function collapsedStacks(profile: GasProfile): string {
  const lines: string[] = [];
  const stack: string[] = [];
  walk(profile, {
    open(node) {
      stack.push(frameName(node).replace(/;/g, ','));
      if (node.self > 0) lines.push(`${stack.join(';')} ${node.self}\n`);
    },
    close: () => void stack.pop(),
  });
  return lines.join('');
}

/** Opens and closes calls at the milligas used so far, so that the file size depends only on the number of calls. */
function speedscope(profile: GasProfile): string {
  const frames: JsonValue[] = [];
  const numbers = new Map<ProfileNode['figures'], JsonValue>();
  const frameOf = (node: ProfileNode): JsonValue => {
    let number = numbers.get(node.figures);
    if (number === undefined) {
      number = numberOf(frames.push(frame(node)) - 1);
      numbers.set(node.figures, number);
    }
    return number;
  };
  const events: JsonValue[] = [];
  let at = 0n;
  walk(profile, {
    open(node) {
      events.push(objectOf({ type: 'O', frame: frameOf(node), at: numberOf(at) }));
      at += BigInt(node.self);
    },
    close(node) {
      events.push(objectOf({ type: 'C', frame: frameOf(node), at: numberOf(at) }));
    },
  });
  const name = 'milligas';
  const evented = { type: 'evented', name, unit: 'none', startValue: numberOf(0) };
  return `${printJson(
    objectOf({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'pact',
      name,
      activeProfileIndex: numberOf(0),
      shared: objectOf({ frames }),
      profiles: [objectOf({ ...evented, endValue: numberOf(at), events })],
    }),
  )}\n`;
}

type Visitor = {
  readonly open: (node: ProfileNode) => void;
  readonly close: (node: ProfileNode) => void;
};

/** Visits callers before their calls, in the order of first calls. Not recursive, because stacks can be very deep. */
function walk(profile: GasProfile, { open, close }: Visitor): void {
  const pending: { readonly node: ProfileNode; readonly isOpen: boolean }[] = [];
  const push = (nodes: ReadonlyMap<string, ProfileNode>): void => {
    for (const node of [...nodes.values()].reverse()) pending.push({ node, isOpen: false });
  };
  push(profile.roots);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, isOpen } = next;
    if (isOpen) {
      close(node);
      continue;
    }
    open(node);
    pending.push({ node, isOpen: true });
    push(node.children);
  }
}

function frame(node: ProfileNode): JsonValue {
  const { span } = node.figures;
  const name = frameName(node);
  if (span === undefined) return objectOf({ name });
  const { file, line } = placeOf(span);
  return objectOf({ name, file, line: numberOf(line) });
}

function frameName({ figures }: ProfileNode): string {
  if (figures.kind !== 'form') return shownName(figures.name);
  const { file, line } = placeOf(figures.span);
  return `${file}:${line} ${excerpt(figures.span)}`;
}
