// The size of a result as a block stores it, without writing it.

import { utf8Length } from '../../base/bytes.ts';
import { jsonStringBytes } from '../../base/json.ts';
import { StableSizes, unit, type PactEvent } from '../../lang/session/run.ts';
import { encodeModuleName, sizeOfDefPactExec } from '../../lang/session/store.ts';
import { encodeCommandResult, type CommandResult } from './result.ts';

/**
 * Returns the bytes of `encodeCommandResult(result)`, or some number above `limit` if they are more. Parts that values
 * share are measured once.
 */
export function sizeOfCommandResult(result: CommandResult, limit: number): number {
  const sizes = new StableSizes();
  let bytes = bareBytes(result);
  if (result.result.status === 'success') {
    bytes += sizes.of(result.result.data, limit) - 'null'.length;
  }
  const { events, continuation } = result;
  if (events.length > 0) bytes += ',"events":[]'.length + events.length - 1;
  for (const event of events) {
    if (bytes > limit) return bytes;
    bytes += sizeOfEvent(event, sizes, limit);
  }
  if (continuation === undefined) return bytes;
  return bytes + sizeOfDefPactExec(continuation, sizes) - 'null'.length;
}

/** With `null` in place of data and continuation, and without events. */
function bareBytes(result: CommandResult): number {
  const { requestKey, txId, gas, logs, metaData, result: outcome } = result;
  const bare = {
    requestKey,
    txId,
    gas,
    logs,
    metaData,
    result: outcome.status === 'success' ? unitResult : outcome,
    events: [],
    continuation: undefined,
  };
  return utf8Length(encodeCommandResult(bare));
}

const unitResult = { status: 'success', data: unit } as const;

function sizeOfEvent(
  { name, params, module, moduleHash }: PactEvent,
  sizes: StableSizes,
  limit: number,
): number {
  const names = jsonStringBytes(name) + utf8Length(encodeModuleName(module)) + moduleHash.length;
  return eventFrame + names + sizes.ofList(params, limit);
}

const eventFrame = '{"params":,"name":,"module":,"moduleHash":""}'.length;
