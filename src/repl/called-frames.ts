// The calls that were open when an error happened, as plain data for reports and editors.

import { placeOfSpan, type Place } from '../base/place.ts';
import type { EvalError } from '../lang/session/run.ts';

export type CalledFrame = {
  /** Qualified, without the hash of its module. */
  readonly name: string;
  /** Of the definition; of a capability, where it was asked for. */
  readonly place: Place;
  readonly calledAt?: Place;
};

/** The innermost calls: a report is read by people. */
export const mostFrames = 50;
const longestName = 200;

/** Innermost first. */
export function calledFrames(error: EvalError): readonly CalledFrame[] {
  return error.callStack.slice(0, mostFrames).map(({ name, span, calledAt }) => ({
    name: plainName(name),
    place: placeOfSpan(span),
    ...(calledAt !== undefined && { calledAt: placeOfSpan(calledAt) }),
  }));
}

/** `m.f` of `m.f.{hash}`. */
export function plainName(name: string): string {
  return name.replace(/\.\{[^{}]*\}$/, '').slice(0, longestName);
}
