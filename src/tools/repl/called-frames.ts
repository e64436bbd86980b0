// The calls that were open when an error happened, as plain data for reports and editors.

import { placeOfSpan, type Place } from '../../base/span.ts';
import type { EvalError } from '../../lang/session/run.ts';

export type CalledFrame = {
  /** The qualified name, without the hash of its module. */
  readonly name: string;
  /** The place of the definition; for a capability, the place of the request. */
  readonly place: Place;
  readonly calledAt?: Place;
};

/** Limits a report to the innermost calls. */
export const mostFrames = 50;
const longestName = 200;

/** Returns the calls, innermost first. */
export function calledFrames(error: EvalError): readonly CalledFrame[] {
  return error.callStack.slice(0, mostFrames).map(({ name, span, calledAt }) => ({
    name: plainName(name),
    place: placeOfSpan(span),
    ...(calledAt !== undefined && { calledAt: placeOfSpan(calledAt) }),
  }));
}

/** Returns `m.f` for `m.f.{hash}`. */
export function plainName(name: string): string {
  return name.replace(/\.\{[^{}]*\}$/, '').slice(0, longestName);
}
