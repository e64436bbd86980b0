// Shows the calls of a form as a tree. Repeated calls are folded, and lines are cut to the width of the terminal.

import { firstLine } from '../../../base/prose.ts';
import { codePointLength, sliceCodePoints } from '../../../base/text.ts';
import type {
  Call,
  CallEnd,
  CallItem,
  CapabilityRequest,
  FormCalls,
} from '../../debugger/calls.ts';
import { type Paint, counts, gasText, limitedLines, placeText } from './paint.ts';

export type CallStyle = { readonly paint: Paint; readonly width?: number | undefined };

const usualWidth = 120;
const maxLines = 400;

/** In columns; each level takes three. */
const maxMargin = 90;

/** For consecutive calls of one function, this number is shown, and the last one. */
const shownOfRow = 3;

export function callLines(form: FormCalls, { paint, width = usualWidth }: CallStyle): string[] {
  const head = painted(
    { mark: '', text: firstLine(form.text), outcome: form.outcome, milliGas: form.milliGas },
    placeText(form.place),
    { paint, room: width },
  );
  const lines = [head, ...itemLines(form, '', { paint, width })];
  return limitedLines(lines, maxLines);
}

type Style = { readonly paint: Paint; readonly width: number };
type Parent = Pick<FormCalls, 'items' | 'leftOut'>;

function itemLines(parent: Parent, margin: string, style: Style): string[] {
  const { items, leftOut } = parent;
  if (items.length > 0 && margin.length >= maxMargin) {
    return [style.paint.faint(`${margin}└─ … ${counts(countOf(parent), 'deeper call')}`)];
  }
  const rows: (CallItem | string)[] = folded(items);
  if (leftOut > 0) rows.push(`… ${counts(leftOut, 'more call')} not shown`);
  return rows.flatMap((row, at) => {
    const isLast = at === rows.length - 1;
    const branch = style.paint.faint(`${margin}${isLast ? '└─ ' : '├─ '}`);
    if (typeof row === 'string') return [`${branch}${style.paint.faint(row)}`];
    const room = style.width - margin.length - 3;
    const line = `${branch}${itemLine(row, { paint: style.paint, room })}`;
    if (row.kind === 'event') return [line];
    const below = row.kind === 'capability' ? { ...row, items: withoutOwnBody(row) } : row;
    return [line, ...itemLines(below, `${margin}${isLast ? '   ' : '│  '}`, style)];
  });
}

/** Omits the body of the capability itself: the line of the request shows that it was granted. */
function withoutOwnBody({ items, token }: CapabilityRequest): readonly CallItem[] {
  return items.filter(
    (item) =>
      item.kind !== 'defcap' ||
      item.outcome.kind === 'failed' ||
      item.items.length > 0 ||
      callText(item) !== token,
  );
}

function countOf({ items, leftOut }: Parent): number {
  let count = leftOut;
  for (const item of items) count += item.kind === 'event' ? 1 : 1 + countOf(item);
  return count;
}

/** Folds consecutive calls of one function, which usually come from a loop. */
function folded(items: readonly CallItem[]): (CallItem | string)[] {
  const rows: (CallItem | string)[] = [];
  let at = 0;
  while (at < items.length) {
    const row = rowFrom(items, at);
    at += row.length;
    if (row.length <= shownOfRow + 2) rows.push(...row);
    else
      rows.push(...row.slice(0, shownOfRow), foldText(row.slice(shownOfRow, -1)), ...row.slice(-1));
  }
  return rows;
}

function rowFrom(items: readonly CallItem[], from: number): readonly CallItem[] {
  let end = from + 1;
  const first = items[from];
  while (end < items.length && nameOf(items[end]) === nameOf(first)) end++;
  return items.slice(from, end);
}

function nameOf(item: CallItem | undefined): string | undefined {
  return item?.kind === 'capability' ? 'with-capability' : item?.name;
}

function foldText(row: readonly CallItem[]): string {
  let milliGas = 0;
  for (const item of row) if (item.kind !== 'event') milliGas += item.milliGas;
  return `… ${row.length} more of ${nameOf(row[0])}, ${gasText(BigInt(milliGas))}`;
}

type Room = { readonly paint: Paint; readonly room: number };

function itemLine(item: CallItem, style: Room): string {
  switch (item.kind) {
    case 'event':
      return style.paint.good(cut(`event ${callText(item)}`, style.room));
    case 'capability': {
      const { token, outcome, message, milliGas, at } = item;
      const end: CallEnd =
        outcome === 'granted' ? { kind: 'value', text: 'granted' } : { kind: 'failed', message };
      const shown = { mark: 'with-capability ', text: token, outcome: end, milliGas };
      return painted(shown, at === undefined ? '' : placeText(at), style);
    }
    default: {
      const { at, outcome, milliGas } = item;
      const shown = { mark: markOf(item), text: callText(item), outcome, milliGas };
      return painted(shown, at === undefined ? '' : placeText(at), style);
    }
  }
}

function markOf({ kind, access }: Call): string {
  if (kind === 'defcap') return 'capability ';
  if (kind === 'defpact') return 'step of ';
  return access === undefined ? '' : `${access} `;
}

function callText({ name, args }: Pick<Call, 'name' | 'args'>): string {
  return `(${[name, ...args].join(' ')})`;
}

type Shown = {
  readonly mark: string;
  readonly text: string;
  readonly outcome: CallEnd;
  readonly milliGas: number;
};

/** Returns the line with call, outcome, gas and place; the call is cut first. */
function painted({ mark, text, outcome, milliGas }: Shown, place: string, style: Room): string {
  const { paint, room } = style;
  const costs = `${gasText(BigInt(milliGas))}${place === '' ? '' : `  ${place}`}`;
  const end = outcome.kind === 'value' ? ` → ${outcome.text}` : ' ✗';
  const message = outcome.kind === 'failed' ? (outcome.message ?? '') : '';
  const rest = Math.max(24, room - mark.length - costs.length - 2);
  const shownEnd = cut(end, Math.max(12, rest - codePointLength(text)));
  const call = cut(text, Math.max(12, rest - codePointLength(shownEnd)));
  const line = `${paint.faint(mark)}${call}`;
  const ended = outcome.kind === 'value' ? paint.faint(shownEnd) : paint.bad(shownEnd);
  const said = message === '' ? '' : ` ${paint.bad(message)}`;
  return `${line}${ended}${said}  ${paint.faint(costs)}`;
}

function cut(text: string, room: number): string {
  return codePointLength(text) <= room ? text : `${sliceCodePoints(text, 0, room - 1)}…`;
}
