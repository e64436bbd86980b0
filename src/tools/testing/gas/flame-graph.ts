// Writes the gas of stacks for viewers of flame graphs: speedscope's file format, collapsed stacks with one line per stack,
// or a picture for browsers. The weight of a stack is the gas charged while it was active, in milligas.

import { printJson, type JsonValue } from '../../../base/json.ts';
import { flamePicture } from './flame-picture.ts';
import type { GasStacks, StackFrame } from './gas-stacks.ts';
import { numberOf, objectOf } from './report-json.ts';

export type FlameGraphFormat = 'speedscope' | 'collapsed' | 'svg';

export function flameGraph(stacks: GasStacks, format: FlameGraphFormat): string {
  return writers[format](stacks);
}

const writers = {
  collapsed: collapsedStacks,
  speedscope,
  svg: flamePicture,
} satisfies Record<FlameGraphFormat, (stacks: GasStacks) => string>;

/** The format of Brendan Gregg's scripts: frames separated by semicolons, a space, the weight. */
function collapsedStacks({ frames, nodes }: GasStacks): string {
  const lines: string[] = [];
  const stack: string[] = [];
  for (const { frame, depth, self } of nodes) {
    stack.length = depth;
    stack.push((frames[frame] as StackFrame).name.replace(/;/g, ','));
    if (self > 0n) lines.push(`${stack.join(';')} ${self}\n`);
  }
  return lines.join('');
}

/** Opens and closes calls at the milligas used so far, so that the file size depends only on the number of calls. */
function speedscope({ frames, nodes }: GasStacks): string {
  const events: JsonValue[] = [];
  const open: number[] = [];
  let at = 0n;
  const event = (type: 'O' | 'C', frame: number): void =>
    void events.push(objectOf({ type, frame: numberOf(frame), at: numberOf(at) }));
  const closeDownTo = (depth: number): void => {
    while (open.length > depth) event('C', open.pop() as number);
  };
  for (const { frame, depth, self } of nodes) {
    closeDownTo(depth);
    event('O', frame);
    open.push(frame);
    at += self;
  }
  closeDownTo(0);
  const name = 'milligas';
  const evented = { type: 'evented', name, unit: 'none', startValue: numberOf(0) };
  return `${printJson(
    objectOf({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'pact',
      name,
      activeProfileIndex: numberOf(0),
      shared: objectOf({ frames: frames.map(speedscopeFrame) }),
      profiles: [objectOf({ ...evented, endValue: numberOf(at), events })],
    }),
  )}\n`;
}

function speedscopeFrame({ name, place }: StackFrame): JsonValue {
  if (place === undefined) return objectOf({ name });
  return objectOf({ name, file: place.file, line: numberOf(place.line) });
}
