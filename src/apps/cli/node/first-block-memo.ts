// Keeps the results of first blocks that a network file gives as transactions: executing them would take most of the
// time of a start. The key contains everything that they depend on, including the version of this program.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isJsonObject, printJson, type JsonValue } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { payloadFromJson, payloadToJson } from '../../../chain/model/payload-json.ts';
import { wrongHashes, type PayloadWithOutputs } from '../../../chain/model/payload.ts';
import { utf8 } from '../../../base/bytes.ts';
import { discard, replaceFile } from '../../../base/platform/disk/files.ts';
import { readSourceFile } from '../files.ts';
import { packageVersion } from '../package-version.ts';
import type { FirstBlockMemo } from '../chain/first-payloads.ts';

export class KeptFirstBlocks implements FirstBlockMemo {
  private readonly path: string;
  private readonly payloads = new Map<string, JsonValue>();
  private hasNew = false;

  /** `folder`: the data folder of the node; an unreadable file in it counts as missing. */
  constructor(folder: string) {
    this.path = join(folder, 'first-blocks.json');
    const file = readSourceFile(this.path);
    const json = file.kind === 'text' ? readJson(file.text) : undefined;
    if (json?.kind !== 'value' || !isJsonObject(json.value)) return;
    for (const [key, payload] of json.value) this.payloads.set(key, payload);
  }

  get(parts: readonly string[]): PayloadWithOutputs | undefined {
    const json = this.payloads.get(keyOf(parts));
    const payload = json === undefined ? undefined : payloadFromJson(json);
    if (payload?.ok !== true || payload.value.kind !== 'with-outputs') return undefined;
    return wrongHashes(payload.value).length === 0 ? payload.value : undefined;
  }

  set(parts: readonly string[], payload: PayloadWithOutputs): void {
    this.payloads.set(keyOf(parts), payloadToJson(payload));
    this.hasNew = true;
  }

  /** Writes the results. If that fails, the next start executes the blocks again. */
  keep(): void {
    if (!this.hasNew) return;
    const part = `${this.path}.new`;
    replaceFile(this.path, part, utf8(printJson(this.payloads)));
    discard(part);
  }
}

function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(packageVersion);
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex');
}
