// The outcome in a printed result of a query, for the node's own queries.

import { assert } from '../../base/assert.ts';
import { utf8 } from '../../base/bytes.ts';
import { decodeOutput } from '../../chain/model/output-json.ts';
import { decodeStable, type PactValue } from '../../lang/session/run.ts';
import type { PrintedJson } from '../port.ts';

type Outcome =
  | { readonly status: 'success'; readonly data: PactValue }
  | { readonly status: 'failure'; readonly message: string };

export function outcomeIn(json: PrintedJson): Outcome {
  const read = decodeOutput(typeof json === 'string' ? utf8(json) : json);
  assert(read.ok, 'the node prints results that it can read');
  const { result } = read.value;
  if (result.status === 'failure') return { status: 'failure', message: result.error.message };
  return { status: 'success', data: decodeStable(result.data) };
}
