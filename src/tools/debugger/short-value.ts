// A value on one line of limited length, for trees and lists of variables. The cost is limited as well.

import { codePoints } from '../../base/text.ts';
import { prettyMachineValue, prettyValueText } from '../../lang/session/run.ts';
import { isClosure, type MachineValue } from '../../lang/session/extend.ts';

const usualLength = 60;

/** The prefix of the call that a token prints. */
const capToken = 'CapToken';

export function shortValue(value: MachineValue, length = usualLength): string {
  if (isClosure(value)) return prettyMachineValue(value);
  const text = prettyValueText(value, { limit: length + capToken.length + 1 });
  const isToken = typeof value === 'object' && value.kind === 'captoken';
  return shortText(isToken ? text.slice(capToken.length) : text, length);
}

/** Returns a text on one line; if it is too long, dots replace its end. */
export function shortText(text: string, length = usualLength): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  if (line.length <= length) return line;
  const points = codePoints(line);
  return points.length <= length ? line : `${points.slice(0, length - 1).join('')}…`;
}
