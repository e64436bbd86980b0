// `pact chain header`.

import { systemClock } from '../../../base/platform/system.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { printJson } from '../../../base/json.ts';
import { powHash } from '../../../chain/model/block-hash.ts';
import { type BlockHeader, forkNumberOf, forkVotesOf } from '../../../chain/model/header.ts';
import { headerToJson } from '../../../chain/model/header-json.ts';
import { word256Text } from '../../../chain/model/binary.ts';
import { difficultyOf } from '../../../chain/rules/difficulty.ts';
import { type CheckedRule, explainHeader } from '../../../chain/rules/header-failure.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { findNetwork } from './networks.ts';
import {
  firstHeaders,
  headerNames,
  type Networks,
  networksWith,
  readHeaders,
  readOperand,
} from './read-files.ts';
import { codeText, ruleTable, table, timeText } from './text.ts';
import { writeLine } from '../output.ts';

export async function showHeaders(
  files: readonly string[],
  { isJson, network }: { readonly isJson: boolean; readonly network: string | undefined },
): Promise<ExitStatus> {
  const own = network === undefined ? undefined : await findNetwork(network);
  if (own?.ok === false) return fail(own.fault);
  const networks = networksWith(own?.value.network);
  const headers: BlockHeader[] = [];
  for (const file of files) {
    const text = readOperand(file);
    if (!text.ok) return fail(`${file}: ${text.fault}`);
    const found = readHeaders(text.value, networks);
    if (!found.ok) return fail(`${file}: ${found.fault}`);
    headers.push(...found.value);
  }
  const checked = checkAll(headers, networks);
  const results = headers.map((header, i) => ({ header, rules: checked[i] ?? [] }));
  writeLine(
    isJson
      ? JSON.stringify(
          results.map((each) => resultJson(each, networks)),
          undefined,
          2,
        )
      : results.map((each) => resultText(each, networks)).join('\n\n'),
  );
  const isValid = results.every(({ rules }) => rules.every(({ fails }) => fails !== true));
  return isValid ? exitStatus.success : exitStatus.failure;
}

type Checked = { readonly header: BlockHeader; readonly rules: readonly CheckedRule[] };

function checkAll(
  headers: readonly BlockHeader[],
  { withCode }: Networks,
): readonly (readonly CheckedRule[])[] {
  const byHash = new Map(headers.map((header) => [toBase64Url(header.hash), header]));
  const now = BigInt(systemClock.dateMs()) * 1000n;
  const firstOf = new Map<Network, ReturnType<typeof firstHeaders>>();
  return headers.map((header) => {
    const network = withCode(header.networkCode);
    if (network === undefined) return [];
    const first = firstOf.get(network) ?? firstHeaders(network);
    firstOf.set(network, first);
    return explainHeader(network, header, {
      now,
      networkOf: withCode,
      find: (_, hash) => byHash.get(toBase64Url(hash)) ?? first(toBase64Url(hash)),
    });
  });
}

function resultText({ header, rules }: Checked, { withCode }: Networks): string {
  const network = withCode(header.networkCode);
  const adjacents = header.adjacents.map(({ chainId, hash }): readonly [string, string] => [
    `adjacent parent, chain ${chainId}`,
    toBase64Url(hash),
  ]);
  const name = network?.name ?? `unknown network, code ${codeText(header.networkCode)}`;
  return [
    `Block ${toBase64Url(header.hash)}: ${name}, chain ${header.chainId}, height ${header.height}`,
    table([
      ['created', timeText(header.creationTime)],
      ['parent', toBase64Url(header.parent)],
      ...adjacents,
      ['payload', toBase64Url(header.payloadHash)],
      ['target', word256Text(header.target)],
      [
        'difficulty',
        header.target === 0n ? 'none: the target is 0' : String(difficultyOf(header.target)),
      ],
      ['weight', String(header.weight)],
      ['epoch began', timeText(header.epochStart)],
      ['fork number', String(forkNumberOf(header.forkState))],
      ['fork votes', String(forkVotesOf(header.forkState))],
      ['nonce', String(header.nonce)],
      ['proof-of-work hash', toBase64Url(powHash(header))],
    ]),
    network === undefined
      ? 'Its rules cannot be checked, because the network is unknown.'
      : ruleTable(rules),
  ].join('\n');
}

function resultJson({ header, rules }: Checked, networks: Networks): unknown {
  const members: unknown = JSON.parse(
    printJson(headerToJson(header, headerNames(networks, 'multichain'))),
  );
  const named = (wanted: boolean | undefined): readonly string[] =>
    rules.filter(({ fails }) => fails === wanted).map(({ rule }) => rule);
  return {
    header: members,
    powHash: toBase64Url(powHash(header)),
    failures: named(true),
    unchecked: named(undefined),
  };
}
