// The sizes of the JSON of values (stable-json.ts), without writing it: what a program makes in microseconds from parts
// that it repeats may be far too large to be written.

import { utf8Length } from '../../../base/bytes.ts';
import { jsonStringBytes } from '../../../base/json.ts';
import { maxParts } from '../value-too-large.ts';
import { ListValue, ObjectValue, type PactValue } from '../value.ts';
import { partsCost } from '../text/nested-text.ts';
import { SharedSum, type Container, type Weights } from './shared-sum.ts';
import { describeStable } from './stable-json.ts';

/** Parts that values share are measured once, so use one instance for all values of one text. */
export class StableSizes {
  private readonly bytes = new SharedSum(bytesOfJson);
  private readonly cost = new SharedSum(partsCost);

  /**
   * Returns the bytes of `encodeStable(value)`, or some number above `limit` if they are more, or if the value has more
   * parts than any encoder writes.
   */
  of(value: PactValue, limit: number = Infinity): number {
    const bytes = this.bytes.of(value, limit);
    // Every part takes more bytes than it counts.
    if (bytes <= maxParts || bytes > limit) return bytes;
    return this.cost.of(value, maxParts) > maxParts ? Infinity : bytes;
  }

  /** Of `encodeStableList(values)`. */
  ofList(values: readonly PactValue[], limit?: number): number {
    return values.length === 0 ? brackets : this.of(new ListValue(values), limit);
  }

  /** Of `encodeStableFields(fields)`. */
  ofFields(fields: ReadonlyMap<string, PactValue>, limit?: number): number {
    return this.of(new ObjectValue(fields), limit);
  }
}

const brackets = '[]'.length;

const bytesOfJson: Weights = { leaf: leafBytes, frame: frameBytes };

function leafBytes(value: PactValue): number {
  if (typeof value === 'string') return jsonStringBytes(value);
  return utf8Length(describeStable(value) as string);
}

/** Brackets, names of members, separators. */
function frameBytes(container: Container, count: number): number {
  const separators = Math.max(count - 1, 0);
  if (container.kind === 'list') return brackets + separators;
  if (container.kind === 'object') {
    let names = 0;
    for (const name of container.fields.keys()) names += jsonStringBytes(name) + ':'.length;
    return brackets + separators + names;
  }
  const described = describeStable(container);
  if (typeof described === 'string') return utf8Length(described);
  return utf8Length(described.open) + separators + utf8Length(described.close);
}
