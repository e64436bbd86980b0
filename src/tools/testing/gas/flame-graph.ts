// Writes the gas of stacks for viewers of flame graphs: speedscope's file format, collapsed stacks with one line per stack,
// or a picture for browsers. The weight of a stack is the gas charged while it was active, in milligas.

import { type JsonValue, printJson } from '../../../base/json.ts';
import type { FrameKind, GasStacks, StackFrame } from './gas-stacks.ts';
import { numberOf, objectOf } from './gas-report.ts';
import { escapedHtml } from '../../../base/prose.ts';
import { exactGasText } from '../../../lang/session/run.ts';

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

const width = 1200;
const rowHeight = 18;
const header = 44;

/** The frames of a picture, those with the most gas: more would be slow in a browser. */
const maxFrames = 10_000;

type Box = {
  readonly frame: StackFrame;
  readonly depth: number;
  /** Where it begins, in milligas. */
  readonly start: number;
  /** With the calls inside it, in milligas. */
  gas: number;
};

export function flamePicture(stacks: GasStacks): string {
  const boxes = boxesOf(stacks);
  const total = boxes.reduce((sum, { depth, gas }) => (depth === 0 ? sum + gas : sum), 0);
  const scale = total === 0 ? 0 : width / total;
  const shown = widest(boxes);
  const rows = shown.reduce((max, { depth }) => Math.max(max, depth + 1), 0);
  const height = header + rows * rowHeight + 10;
  const frames = shown.map((box) => boxText(box, { total, scale })).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="100%" font-family="ui-monospace, monospace" font-size="12">
<title>Gas: ${gasText(total)}</title>
<style>${style}</style>
<rect class="ground" width="100%" height="100%"/>
<text class="words" x="8" y="18">Gas by call stack, ${gasText(total)} in total. Click a frame to enlarge it.</text>
<text class="words" id="reset" x="8" y="36" visibility="hidden">Show all</text>
<text class="words" id="search" x="${width - 8}" y="18" text-anchor="end">Search</text>
<text class="words" id="found" x="${width - 8}" y="36" text-anchor="end"></text>
${frames}
<script><![CDATA[${script}]]></script>
</svg>
`;
}

/** The nodes with the gas of the calls inside them, callers first. */
function boxesOf({ frames, nodes }: GasStacks): readonly Box[] {
  const boxes: Box[] = [];
  const open: Box[] = [];
  let at = 0;
  for (const { frame, depth, self } of nodes) {
    open.length = depth;
    const box = { frame: frames[frame] as StackFrame, depth, start: at, gas: 0 };
    boxes.push(box);
    open.push(box);
    const own = Number(self);
    at += own;
    for (const each of open) each.gas += own;
  }
  return boxes;
}

/** Narrow frames stay, because a click can enlarge them. */
function widest(boxes: readonly Box[]): readonly Box[] {
  if (boxes.length <= maxFrames) return boxes.filter(({ gas }) => gas > 0);
  const least = boxes.map(({ gas }) => gas).sort((a, b) => b - a)[maxFrames] as number;
  return boxes.filter(({ gas }) => gas > least);
}

function boxText(
  { frame, depth, start, gas }: Box,
  { total, scale }: { readonly total: number; readonly scale: number },
): string {
  const share = ((gas / total) * 100).toFixed(1);
  const place = frame.place === undefined || frame.kind === 'form' ? '' : placeText(frame.place);
  const tip = escapedHtml(`${frame.name}${place}\n${gasText(gas)} gas, ${share} %`);
  const x = (start * scale).toFixed(2);
  const y = header + depth * rowHeight;
  const size = `width="${(gas * scale).toFixed(2)}" height="${rowHeight - 1}"`;
  return (
    `<g class="frame" data-name="${escapedHtml(frame.name)}"><title>${tip}</title>` +
    `<rect x="${x}" y="${y}" ${size} fill="${colours[frame.kind]}"/>` +
    `<text x="${x}" y="${y + 13}" dx="3"></text></g>`
  );
}

const gasText = (milliGas: number): string => exactGasText(BigInt(milliGas));

const placeText = ({ file, line }: { readonly file: string; readonly line: number }): string =>
  ` (${file}:${line})`;

const colours = {
  form: '#c9cdd6',
  defun: '#f2b872',
  defcap: '#8ec6a4',
  defpact: '#b7a7e0',
  builtin: '#9cbde8',
} satisfies Record<FrameKind, string>;

const style = `
.ground { fill: #fff }
.words { fill: #222 }
.frame { cursor: pointer }
.frame text { fill: #111; pointer-events: none }
.frame:hover rect { stroke: #111 }
.found rect { fill: #e0488b }
#reset, #search { cursor: pointer; text-decoration: underline }
@media (prefers-color-scheme: dark) {
  .ground { fill: #16181d }
  .words { fill: #ddd }
  .frame:hover rect { stroke: #fff }
}
`;

/** Draws the names that fit, and answers clicks and searches. */
const script = `
const width = ${width};
const frames = [...document.querySelectorAll('.frame')].map((group) => {
  const [rect, text] = [group.querySelector('rect'), group.querySelector('text')];
  const of = (name) => Number(rect.getAttribute(name));
  return { group, rect, text, name: group.dataset.name, x: of('x'), y: of('y'), width: of('width') };
});
function show(from, to) {
  const scale = width / (to - from);
  for (const { group, rect, text, name, x, width: wide } of frames) {
    const [left, right] = [Math.max(0, (x - from) * scale), Math.min(width, (x + wide - from) * scale)];
    group.style.display = right - left < 0.1 ? 'none' : '';
    rect.setAttribute('x', left);
    rect.setAttribute('width', Math.max(0, right - left));
    text.setAttribute('x', left);
    const letters = Math.floor((right - left - 6) / 7.3);
    text.textContent = letters < 3 ? '' : name.length <= letters ? name : name.slice(0, letters - 1) + '\\u2026';
  }
  document.getElementById('reset').setAttribute('visibility', from === 0 && to === width ? 'hidden' : 'visible');
}
for (const { group, x, width: wide } of frames) group.addEventListener('click', () => show(x, x + wide));
document.getElementById('reset').addEventListener('click', () => show(0, width));
document.getElementById('search').addEventListener('click', () => {
  const words = prompt('Part of a name')?.toLowerCase() ?? '';
  let [count, end, found] = [0, -1, 0];
  for (const { group, name, x, width: wide } of [...frames].sort((a, b) => a.x - b.x || a.y - b.y)) {
    const matches = words !== '' && name.toLowerCase().includes(words);
    group.classList.toggle('found', matches);
    if (!matches) continue;
    count++;
    // Calls inside a match are part of it.
    if (x + wide > end) { found += x + wide - Math.max(x, end); end = x + wide; }
  }
  document.getElementById('found').textContent =
    words === '' ? '' : count + ' frames, ' + (found / width * 100).toFixed(1) + ' % of the gas';
});
show(0, width);
`;
