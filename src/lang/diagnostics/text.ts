// An error's texts: what scripts match on, and what becomes part of a transaction's output.

import { render, type Doc } from '../../base/doc.ts';
import { boundedLength, firstCodePoints } from './entry.ts';
import { entryOf, type ErrorData, type ErrorName } from './table.ts';

/** An error as far as its texts go. */
export type NamedError<Name extends ErrorName = ErrorName> = {
  readonly name: Name;
  readonly data: ErrorData<Name>;
};

export function errorDoc<Name extends ErrorName>(error: NamedError<Name>): Doc {
  return entryOf(error.name).text(error.data);
}

/** What `expect-failure` matches on: the message alone, in lines of 80 columns. It is cut after `limit` characters. */
export function errorText<Name extends ErrorName>(error: NamedError<Name>, limit?: number): string {
  return render(errorDoc(error), limit === undefined ? {} : { limit });
}

/** The text in a transaction's output. CONSENSUS: any change to it is a fork. */
export function boundedText<Name extends ErrorName>(error: NamedError<Name>): string {
  return firstCodePoints(boundedLength, entryOf(error.name).bounded(error.data));
}
