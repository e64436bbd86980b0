// Findings as plain data for other programs. Lines and columns count from 1, columns in code points.

import { didYouMean, errorAdvice, errorExplanation } from '../../../lang/session/run.ts';
import {
  type Diagnostic,
  placeOf,
  type PlaceRange,
} from '../../../tools/analysis/check/diagnostics.ts';

export type Found = {
  readonly severity: Diagnostic['severity'] | 'note';
  /** A stable code: `E1201`, or the name of a rule. */
  readonly code: string;
  readonly message: string;
  readonly place: PlaceRange;
  readonly related: readonly { readonly message: string; readonly place: PlaceRange }[];
  readonly explanation: string;
  readonly hints: readonly string[];
};

export function foundOf({ severity, error }: Diagnostic): Found {
  return {
    severity,
    code: error.code,
    message: error.message.replace(/\s*\n\s*/g, ' '),
    place: placeOf(error.span),
    related: error.related.map(({ label, note, span }) => ({
      message: `${label}${note}`,
      place: placeOf(span),
    })),
    explanation: errorExplanation(error),
    hints: [errorAdvice(error), error.hint, didYouMean(error)].filter((hint) => hint !== undefined),
  };
}
