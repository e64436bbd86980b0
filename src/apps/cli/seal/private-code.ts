// Makes the transaction that `pact seal CODE` seals: code with private metadata, for a chain of nodes or for `pact serve`.

import { systemClock } from '../../../base/platform/system.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import {
  type Command,
  encodePayload,
  encodePrivateMeta,
  type PrivateMeta,
  signCommand,
} from '../../../chain/command/index.ts';
import { clockMarginSeconds } from '../../../tools/deploy/index.ts';
import type { Given } from '../commands/define.ts';
import { namedNetwork } from '../project/networks.ts';
import { capabilitiesOf, chainOf, codeIn, dataOf, faultOf } from '../send/code-transaction.ts';
import { signersOf } from '../send/signers.ts';
import type { Stage } from '../stage.ts';

/** Seconds for which nodes carry a sealed command: nodes of recipients may be down for some hours. */
export const usualSealedTtl = 28_800;

type Sending = { readonly given: Given; readonly stage: Stage };

/** `to`: names of the recipients. A fault is a sentence; `undefined`: it has been printed. */
export function privateCode(
  operand: string,
  to: readonly string[],
  { given, stage }: Sending,
): Result<Command, string | undefined> {
  const code = codeIn(operand);
  if (!code.ok) return code;
  const wrong = faultOf(code.value, stage);
  if (wrong !== undefined) return bad(wrong);
  const place = placeOf(given);
  if (!place.ok) return place;
  const { networkId, placement } = place.value;
  const data = dataOf(given.value('data'));
  if (!data.ok) return data;
  const signers = signersOf(given.values('sign'), networkId ?? '');
  if (!signers.ok) return signers;
  const capabilities = capabilitiesOf(given.values('cap'));
  if (!capabilities.ok) return capabilities;
  const address = { from: given.value('from') ?? '', to: [...new Set(to)].sort() };
  const cmd = encodePayload(
    {
      networkId,
      message: { kind: 'exec', code: code.value, data: data.value },
      signers: signers.value.map(({ pair: { publicKey } }) => ({
        scheme: undefined,
        publicKey,
        address: undefined,
        capabilities: capabilities.value,
      })),
      verifiers: undefined,
      meta: { address, placement },
      nonce: `pact seal ${new Date(systemClock.dateMs()).toISOString()}`,
    },
    encodePrivateMeta,
  );
  const pairs = signers.value.map(({ pair }) => pair);
  const signed = signCommand(cmd, pairs);
  return signed.ok ? signed : bad(signed.fault.sentence);
}

type Place = {
  readonly networkId: string | undefined;
  readonly placement: PrivateMeta['placement'];
};

/** Without a network it is for `pact serve`, which has no chains. */
function placeOf(given: Given): Result<Place, string | undefined> {
  const name = given.value('network');
  if (name === undefined) {
    return good({ networkId: undefined, placement: undefined });
  }
  const network = namedNetwork(name);
  if (network === undefined) return bad(undefined);
  const chain = chainOf(network, given.value('chain'));
  if (!chain.ok) return chain;
  const now = BigInt(Math.floor(systemClock.dateMs() / 1000));
  const placement = {
    chainId: chain.value,
    creationTime: now - BigInt(clockMarginSeconds),
    ttl: BigInt(given.value('ttl') ?? usualSealedTtl),
  };
  return good({ networkId: network.networkId, placement });
}
