// Makes the report of a failed expectation.

import type { Span } from '../../../base/span.ts';
import { renderSlice } from '../../../lang/session/run.ts';
import type { Failure } from '../../repl/expectations.ts';
import type { FailureReport } from './test-report.ts';

export function failureReport(span: Span, failure: Failure): FailureReport {
  const { compared, cause } = failure;
  return {
    message: messageOf(failure),
    expected: compared?.expected,
    received: compared?.received,
    source: excerptOf(span),
    error: cause,
  };
}

/** Limits the source: an expectation may contain a whole program. */
const mostLines = 6;

/** Returns its line with carets, or its first lines if it has several. */
function excerptOf(span: Span): string {
  const first = span.startPosition.line;
  const end = span.endPosition.line;
  if (end === first) return renderSlice(span);
  const isWhole = end - first < mostLines;
  const last = isWhole ? end : first + mostLines - 2;
  const width = String(last + 1).length + 1;
  const lines: string[] = [];
  for (let line = first; line <= last; line++) {
    lines.push(`${String(line + 1).padStart(width)} | ${span.source.lineAt(line)}`.trimEnd());
  }
  if (!isWhole) lines.push(`... ${end - last} more lines`);
  return lines.join('\n');
}

/** A longer value is not part of the message. */
const longestValue = 80;

function messageOf({ message, summary, compared, cause }: Failure): string {
  const { expected, received } = compared ?? {};
  if (summary === undefined) {
    return compared === undefined ? message : `expected ${expected}, received ${received}`;
  }
  const isShort = received !== undefined && received.length <= longestValue;
  return isShort && cause === undefined ? `${summary}, received ${received}` : summary;
}
