// `pact network new`: writes the files of a new network, all or none. `pact network up` runs on the main thread: see
// network-up.ts.

import { assert } from '../../../base/assert.ts';
import { pairLines } from '../columns.ts';
import type { Given } from '../commands/define.ts';
import { usualNetworkFolder } from '../commands/network.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeLine } from '../output.ts';
import { fileNames } from './file-texts.ts';
import { isLocal, type NetworkPlan, planNetwork } from './plan-network.ts';
import { keyOf } from '../../../p2p/address/peer-info.ts';
import { writeNetwork } from './write-network.ts';

export async function runNetwork(given: Given): Promise<ExitStatus> {
  const [action, folder = usualNetworkFolder] = given.operands;
  assert(action === 'new', 'the main thread runs the other actions');
  const plan = planNetwork(given);
  if (!plan.ok) return fail(plan.fault);
  const written = await writeNetwork(folder, plan.value);
  if (!written.ok) return fail(written.fault);
  writeLine(writtenText(folder, plan.value));
  writeLine(`\n${nextText(folder, plan.value, written.value.account)}`);
  return exitStatus.success;
}

function writtenText(folder: string, { nodes, isDevelopment }: NetworkPlan): string {
  const rows: readonly (readonly [string, string])[] = [
    [fileNames.network, 'the rules of the network'],
    [fileNames.firstBlock, 'its first block'],
    ...(isDevelopment ? [] : [[fileNames.account, 'a secret key: see below'] as const]),
    ...nodes.map(({ name, address, servicePort, isMining }): readonly [string, string] => [
      `${name}/${fileNames.node}`,
      `a node at ${keyOf(address)}, clients on port ${servicePort}${isMining ? ', makes blocks' : ''}`,
    ]),
  ];
  return pairLines(rows)
    .map((line) => `${folder}/${line}`)
    .join('\n');
}

function nextText(folder: string, plan: NetworkPlan, account: string | undefined): string {
  const owner =
    account === undefined
      ? 'The keys of sender00 to sender09 are public: such a network is for development only.'
      : `${fileNames.account} has the secret key of ${account}, which owns coins on every chain\n` +
        'and gets the rewards for blocks. Nodes do not need this file: keep it to yourself.';
  if (isLocal(plan)) {
    const [first] = plan.nodes;
    const up = folder === usualNetworkFolder ? 'pact network up' : `pact network up ${folder}`;
    const clients = `http://127.0.0.1:${first?.servicePort ?? 0}`;
    return `Run all nodes:  ${up}\nClients connect to ${clients}; the network is called ${plan.name}.\n\n${owner}`;
  }
  const machines = plan.nodes.map(
    ({ name, address: { host } }) =>
      `  ${host}: the folder ${name}, then  pact node --config ${name}/${fileNames.node}`,
  );
  return [
    `Copy ${fileNames.network} and ${fileNames.firstBlock} to every machine, and the folder of its node into the same folder:`,
    ...machines,
    'Each folder has the private key of its node: copy it over a secure connection, and to one machine only.',
    '',
    owner,
  ].join('\n');
}
