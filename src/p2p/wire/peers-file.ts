// What is known of peers, in one file of the data folder. It is replaced as a whole, and a damaged one is no reason not to start:
// the node then begins anew with the peers of its configuration.

import { bad, good, type Result } from '../../base/result.ts';
import { hostAddressOf, parseHostAddress } from '../address/host-address.ts';
import type { HostAddress } from '../address/peer-info.ts';
import { parsePeerId } from '../address/peer-text.ts';
import type { KeptPeer, KeptPeerData, KeptPeers } from '../peers/kept.ts';
import { scoreLimits, tableLimits } from '../peers/limits.ts';
import { readKeptFile, replaceKeptFile } from './kept-file.ts';
import { wireLimits } from './limits.ts';

/** A file of another version is begun anew. */
const version = 1;

export type PeersFileOptions = {
  readonly path: string;
  /** Receives a sentence if the file is damaged, or cannot be written. */
  readonly tell: (sentence: string) => void;
};

export class PeersFile implements KeptPeers {
  private readonly options: PeersFileOptions;
  private readonly found: KeptPeerData | undefined;
  private next: KeptPeerData | undefined;
  private writing: Promise<void> | undefined;

  private constructor(options: PeersFileOptions, found: KeptPeerData | undefined) {
    this.options = options;
    this.found = found;
  }

  static async open(options: PeersFileOptions): Promise<PeersFile> {
    const { path, tell } = options;
    const text = await readKeptFile(path, wireLimits.peersFileBytes);
    if (!text.ok) tell(`cannot read ${path}, the known peers: ${text.fault}`);
    if (!text.ok || text.value === undefined) return new PeersFile(options, undefined);
    const data = peersOf(text.value);
    if (!data.ok) tell(`${path}, the known peers, is begun anew: ${data.fault}`);
    return new PeersFile(options, data.ok ? data.value : undefined);
  }

  load(): KeptPeerData | undefined {
    return this.found;
  }

  /** Writes soon. If more is saved while it writes, the last of it is written next. */
  save(data: KeptPeerData): void {
    this.next = data;
    this.writing ??= this.write();
  }

  /** Waits until everything that was saved is on the disk. */
  async flush(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    for (let data = this.next; data !== undefined; data = this.next) {
      this.next = undefined;
      const { path, tell } = this.options;
      const written = await replaceKeptFile(path, textOf(data));
      if (!written.ok) tell(`cannot keep the known peers in ${path}: ${written.fault}`);
    }
    this.writing = undefined;
  }
}

/** A line for each peer, so that people can read it. */
function textOf({ secret, peers, anchors, bans }: KeptPeerData): string {
  const list = (items: readonly unknown[]): string =>
    items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  return [
    `{"version":${version},"secret":${JSON.stringify(secret)}`,
    `"anchors":${list(anchors)}`,
    `"bans":${list(bans)}`,
    `"peers":${list(peers)}}\n`,
  ].join(',\n');
}

type Fields = ReadonlyMap<string, unknown>;

function peersOf(text: string): Result<KeptPeerData, string> {
  const fields = fieldsOf(parsed(text));
  if (fields === undefined) return bad('it is damaged');
  if (fields.get('version') !== version) return bad('it is of another version');
  const secret = fields.get('secret');
  const peers = listOf(fields.get('peers'), tableLimits.newSlots + tableLimits.triedSlots, peerOf);
  const anchors = listOf(fields.get('anchors'), tableLimits.triedSlots, keyIn);
  const bans = listOf(fields.get('bans'), scoreLimits.entries, banOf);
  const isSecret = typeof secret === 'string' && /^[0-9a-f]{16,128}$/.test(secret);
  if (!isSecret || peers === undefined || anchors === undefined || bans === undefined) {
    return bad('it is damaged');
  }
  return good({ secret, peers, anchors, bans });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

/** Returns `undefined` if an item is not what it must be, or if there are too many. */
function listOf<Item>(
  value: unknown,
  max: number,
  read: (value: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(value) || value.length > max) return undefined;
  const items: Item[] = [];
  for (const each of value as readonly unknown[]) {
    const item = read(each);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function peerOf(value: unknown): KeptPeer | undefined {
  const fields = fieldsOf(value);
  const address = fields && addressIn(fields);
  const [id, lastSuccessDateMs] = [
    optional(fields?.get('id'), (text) =>
      typeof text === 'string' ? parsePeerId(text) : undefined,
    ),
    optional(fields?.get('lastSuccessDateMs'), naturalIn),
  ];
  const sourceGroup = textIn(fields?.get('sourceGroup'));
  const isTried = fields?.get('isTried');
  const failures = naturalIn(fields?.get('failures'));
  if (address === undefined || sourceGroup === undefined || failures === undefined)
    return undefined;
  if (id === 'wrong' || lastSuccessDateMs === 'wrong' || typeof isTried !== 'boolean') {
    return undefined;
  }
  return { ...address, id, sourceGroup, isTried, lastSuccessDateMs, failures };
}

function addressIn(fields: Fields): HostAddress | undefined {
  const [host, port] = [fields.get('host'), fields.get('port')];
  if (typeof host !== 'string' || typeof port !== 'number') return undefined;
  const address = hostAddressOf({ host, port });
  return address.ok ? address.value : undefined;
}

/** A field may be absent, but not be something else. */
function optional<Value>(
  value: unknown,
  read: (value: unknown) => Value | undefined,
): Value | 'wrong' | undefined {
  return value === undefined ? undefined : (read(value) ?? 'wrong');
}

function banOf(value: unknown): KeptPeerData['bans'][number] | undefined {
  const fields = fieldsOf(value);
  const [key, why] = [textIn(fields?.get('key')), textIn(fields?.get('why'))];
  const untilDateMs = naturalIn(fields?.get('untilDateMs'));
  if (key === undefined || why === undefined || untilDateMs === undefined) return undefined;
  return { key, untilDateMs, why };
}

const maxText = 400;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= maxText ? value : undefined;

const keyIn = (value: unknown): string | undefined =>
  typeof value === 'string' && parseHostAddress(value).ok ? value : undefined;

const naturalIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
