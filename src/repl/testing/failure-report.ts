// What a report tells of a failed expectation.

import type { Span } from '../../base/span.ts';
import { renderSlice } from '../../lang/session/index.ts';
import type { Failure } from '../tests.ts';
import type { FailureReport } from './test-report.ts';

export function failureReport(span: Span, failure: Failure): FailureReport {
  const { compared, cause } = failure;
  return {
    message: messageOf(failure),
    expected: compared?.expected,
    received: compared?.received,
    source: renderSlice(span),
    error: cause,
  };
}

/** A longer value is shown by itself. */
const longestValue = 80;

function messageOf({ message, summary, compared, cause }: Failure): string {
  const { expected, received } = compared ?? {};
  if (summary === undefined) {
    return compared === undefined ? message : `expected ${expected}, received ${received}`;
  }
  const isShort = received !== undefined && received.length <= longestValue;
  return isShort && cause === undefined ? `${summary}, received ${received}` : summary;
}
