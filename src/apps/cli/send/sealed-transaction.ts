// What `pact send` does with sealed commands: checks what can be checked without a key, sends them to `private`, and waits for
// results, which only servers of the recipients tell.

import { systemClock } from '../../../base/platform/system.ts';
import { bad } from '../../../base/result.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import {
  type Command,
  encodeCommand,
  readPoll,
  type Reading,
} from '../../../chain/command/index.ts';
import { readSealed } from '../../../chain/sealed/index.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeErrorLine, writeResult } from '../output.ts';
import { destinationOf, type Target } from './destination.ts';
import { answerWithin, post } from './post.ts';
import { printable, refused, resultIn, showResult, waitForResult } from './run-poll.ts';

/** A sealed command, and where it goes. */
export type SealedDestination = {
  readonly command: Command;
  readonly address: string;
  readonly recipients: readonly string[];
};

/** Whether a command is sealed, or was meant to be. */
export function isSealed(command: Command): boolean {
  return payloadOf(command)?.has('sealed') === true;
}

/** Returns the fault of a command that has private metadata and is not sealed. */
export function unsealedFault(meta: JsonValue): string | undefined {
  const isPrivate = isJsonObject(meta) && meta.has('address') && !meta.has('sender');
  if (!isPrivate) return undefined;
  return (
    'its metadata is private, so it must be sealed first: ' +
    'pact seal --key KEYFILE --to NAME=KEY command.json > sealed.json, then send sealed.json'
  );
}

/** `chain`: that of `--chain`. */
export function sealedDestination(
  command: Command,
  { target, chain }: { readonly target: Target; readonly chain: string | undefined },
): Reading<SealedDestination> {
  const sealed = readSealed(command);
  if (!sealed.ok) return sealed;
  const { networkId, meta } = sealed.value;
  const { placement } = meta;
  const host = target.kind === 'network' ? target.network.host : target.host;
  if (placement === undefined && host.includes('{chainId}')) {
    const sentence =
      'it was sealed for pact serve, without a chain: for a node, seal it with --network and --chain';
    return bad({ sentence });
  }
  if (placement !== undefined) {
    const seconds = BigInt(Math.floor(systemClock.dateMs() / 1000));
    const late = seconds - placement.creationTime - placement.ttl;
    if (late > 0n) return bad({ sentence: `it expired ${late} s ago: seal it again` });
  }
  const chains = new Map(placement === undefined ? [] : [['chainId', placement.chainId]]);
  const address = destinationOf(target, { networkId, meta: chains }, chain);
  if (!address.ok) return address;
  const recipients = meta.address.to;
  return { ok: true, value: { command, address: address.value, recipients } };
}

export async function submitSealed(
  { command, address, recipients }: SealedDestination,
  { waits, timeoutMs }: { readonly waits: boolean; readonly timeoutMs: number },
): Promise<ExitStatus> {
  const deadline = systemClock.nowMs() + timeoutMs;
  const answer = await post(`${address}/api/v1/private`, encodeCommand(command), answerWithin);
  if (answer.kind === 'answer' && answer.status === 404) {
    const said = printable(answer.text);
    const why = said === '' ? 'nodes of other software, and older ones, take none' : said;
    return fail(`${address} takes no sealed commands, and answered 404: ${why}`);
  }
  const keys =
    answer.kind === 'answer' && answer.status === 200 ? readPoll(answer.text) : undefined;
  const [key] = keys?.ok === true ? keys.value : [];
  if (key === undefined) return refused(address, answer);
  if (!waits) {
    writeResult(key);
    return exitStatus.success;
  }
  const who = recipients.join(', ');
  writeErrorLine(`pact: ${key} was sent; only servers of ${who} tell its result`);
  const last = await waitForResult(address, key, deadline, isElsewhere);
  const result = resultIn(last);
  if (result !== undefined) return showResult(result) ? exitStatus.success : exitStatus.failure;
  if (last.kind === 'silence') return refused(address, last);
  const after = isElsewhere(last) ? '' : ` after ${timeoutMs / 1000} s`;
  return fail(
    `${address} has no result${after}. It may not be a server of ${who}: ask one with pact poll --wait ${key}`,
  );
}

/** `pact serve` says at once that a command is for others. */
const isElsewhere = (answer: Awaited<ReturnType<typeof post>>): boolean =>
  answer.kind === 'answer' && answer.status === 404;

function payloadOf({ cmd }: Command): JsonObject | undefined {
  const read = readJson(cmd);
  if (read.kind !== 'value' || !isJsonObject(read.value)) return undefined;
  const payload = read.value.get('payload');
  return payload !== undefined && isJsonObject(payload) ? payload : undefined;
}
