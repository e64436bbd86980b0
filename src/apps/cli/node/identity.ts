// `pact node identity`: shows the id by which other nodes know this one, and makes another on request.

import { existsSync } from 'node:fs';
import { counted } from '../../../base/prose.ts';
import { peerText } from '../../../p2p/address/peer-text.ts';
import type { IdentitySource } from '../../../p2p/address/identity-source.ts';
import {
  identityFile,
  type IdentityOptions,
  loadIdentity,
  type NodeIdentity,
  renewIdentity,
} from '../../../p2p/wire/identity.ts';
import type { PeersConfiguration } from '../../../node/configuration/peers-configuration.ts';
import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { writeLine } from '../output.ts';

export async function showIdentity(given: Given, p2p: PeersConfiguration): Promise<ExitStatus> {
  const { identity: source, announce } = p2p;
  const isNew = given.has('new');
  const file = fileOf(source);
  if (file === undefined) {
    return fail('no identity is kept: give the folder of the node with --data or --config');
  }
  if (source.kind === 'files' && isNew) {
    return fail(
      `the certificate is your own file: put another one into ${source.certificate} and ${source.key}, and restart the node`,
    );
  }
  const options = { dateMs: Date.now(), host: announce?.host };
  const oldId = isNew && existsSync(file) ? await idNow(source, options) : undefined;
  const read = await (isNew ? renewIdentity(source, options) : loadIdentity(source, options));
  if (!read.ok) return fail(read.fault);
  if (given.has('json')) {
    const { id, fromMs, untilMs, isSelfSigned } = read.value;
    writeLine(JSON.stringify({ kind: 'identity', id, fromMs, untilMs, isSelfSigned, file }));
    return exitStatus.success;
  }
  for (const line of linesOf(read.value, { file, p2p, isNew, oldId })) writeLine(line);
  return exitStatus.success;
}

/** Returns `undefined` for an identity that is not kept. */
function fileOf(source: IdentitySource): string | undefined {
  if (source.kind === 'files') return source.certificate;
  return source.folder === undefined ? undefined : identityFile(source.folder);
}

/** Returns `undefined` if the identity is damaged. */
async function idNow(
  source: IdentitySource,
  options: IdentityOptions,
): Promise<string | undefined> {
  const read = await loadIdentity(source, options);
  return read.ok ? read.value.id : undefined;
}

function linesOf(
  identity: NodeIdentity,
  {
    file,
    p2p: { announce, port },
    isNew,
    oldId,
  }: {
    readonly file: string;
    readonly p2p: PeersConfiguration;
    readonly isNew: boolean;
    readonly oldId: string | undefined;
  },
): readonly string[] {
  const { id, isSelfSigned, untilMs } = identity;
  const address = { host: announce?.host ?? 'HOST', port: announce?.port ?? port };
  const days = Math.floor((untilMs - Date.now()) / dayMs);
  const date = new Date(untilMs).toISOString().slice(0, 10);
  const validity =
    days < 0
      ? `It has expired on ${date}: peers that know the id still accept it, others do not.`
      : `It is valid until ${date}, for ${counted(days, 'day')}, and is kept in ${file}.`;
  const signed = isSelfSigned
    ? `Other nodes list this one in p2p.peers as ${peerText({ id, address })}.`
    : `It is signed by an authority: for a host in it, other nodes need no id in p2p.peers.`;
  const broken = [
    'Restart the node to use it. Nodes that have the old id in p2p.peers refuse this one until their',
    'configuration has the new id; others accept it once this one has announced itself to them.',
  ];
  return [
    `${isNew ? 'The new id' : 'The id'} of this node is ${id}.`,
    ...(oldId === undefined ? [] : [`The old id was ${oldId}; its key is gone.`]),
    validity,
    signed,
    ...(isNew ? broken : []),
  ];
}

const dayMs = 24 * 60 * 60 * 1000;
