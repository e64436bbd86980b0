// The texts of an error: one that scripts compare, and one in a transaction's output.

import { render, type Doc } from '../../base/doc.ts';
import { boundedLength, firstCodePoints } from './entry.ts';
import { entryOf, type ErrorData, type ErrorName } from './table.ts';

/** The parts of an error that its texts need. */
export type NamedError<Name extends ErrorName = ErrorName> = {
  readonly name: Name;
  readonly data: ErrorData<Name>;
};

export function errorDoc<Name extends ErrorName>(error: NamedError<Name>): Doc {
  return entryOf(error.name).text(error.data);
}

/** Returns the text that `expect-failure` compares: only the message, in lines of 80 columns, cut after `limit` characters. */
export function errorText<Name extends ErrorName>(error: NamedError<Name>, limit?: number): string {
  return render(errorDoc(error), limit === undefined ? {} : { limit });
}

/** Returns the text in a transaction's output. CONSENSUS: any change to it is a fork. */
export function boundedText<Name extends ErrorName>(error: NamedError<Name>): string {
  return firstCodePoints(boundedLength, entryOf(error.name).bounded(error.data));
}
