// Payloads with outputs of blocks from a node, checked against the headers, as rows. One request asks for as many as the ones before
// let expect to fit into an answer of a good size.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isJsonArray, type JsonValue } from '../../base/json.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { payloadFromJson } from '../../chain/model/payload-json.ts';
import { wrongHashes, type PayloadWithOutputs } from '../../chain/model/payload.ts';
import { rowsOfBlock } from './block-rows.ts';
import { ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import { MissingPayload } from './missing-payload.ts';
import type { BlockRows } from './rows.ts';
import type { ChainPlace } from './verified-headers.ts';

type Payloads = ReadonlyMap<string, PayloadWithOutputs>;

export class BlockReader {
  private readonly place: ChainPlace;
  /** How many blocks the next request asks for. */
  private count: number = exportLimits.firstBlocks;
  private isBatchRefused = false;

  constructor(place: ChainPlace) {
    this.place = place;
  }

  /** The number of blocks that one call of `rows` should get. */
  get batch(): number {
    return this.count;
  }

  /** Returns the rows of these blocks, in their order. Throws an `ExportError` that names the block. */
  async rows(headers: readonly BlockHeader[]): Promise<readonly BlockRows[]> {
    const rows: BlockRows[] = [];
    let from = 0;
    while (from < headers.length) {
      const wanted = headers.slice(from, from + this.count);
      const payloads = await this.payloads(wanted);
      for (const header of wanted) {
        const payload = payloads.get(toBase64Url(header.payloadHash));
        // The rest of a batch that was too long for the node is asked for again.
        if (payload === undefined) break;
        rows.push(this.rowsOf(header, payload));
        from++;
      }
    }
    return rows;
  }

  private rowsOf(header: BlockHeader, payload: PayloadWithOutputs): BlockRows {
    const [wrong] = wrongHashes(payload);
    if (wrong !== undefined) throw this.wrong(header, `does not have the ${wrong} of its content`);
    if (!equalBytes(payload.payloadHash, header.payloadHash)) {
      throw this.wrong(header, 'is not the one of its header');
    }
    const rows = rowsOfBlock(header, payload);
    if (!rows.ok) throw this.wrong(header, `cannot be read: ${rows.fault}`);
    return rows.value;
  }

  /** Returns those of the payloads that the node sent: that of the first block in any case. */
  private async payloads(headers: readonly BlockHeader[]): Promise<Payloads> {
    const [first] = headers;
    if (first === undefined) return new Map();
    if (!this.isBatchRefused) {
      const found = await this.batchOf(headers);
      if (found?.has(toBase64Url(first.payloadHash)) === true) return found;
    }
    return this.single(first);
  }

  /** Returns `undefined` if the node refuses batches, or the answer was too large. */
  private async batchOf(headers: readonly BlockHeader[]): Promise<Payloads | undefined> {
    const { service, path } = this.place;
    const hashes = headers.map(({ payloadHash }) => toBase64Url(payloadHash));
    const asked = {
      method: 'POST',
      path: `${path}/payload/outputs/batch`,
      body: JSON.stringify({ heights: headers.map(({ height }) => height), hashes }),
      maxBytes: exportLimits.payloadsBytes,
    } as const;
    const answer = await service.ask(asked);
    if (answer.kind === 'too-large') {
      this.count = Math.max(1, Math.floor(headers.length / 2));
      return undefined;
    }
    if (answer.status === 404) {
      this.isBatchRefused = true;
      return undefined;
    }
    const list = service.parse(asked, answer);
    if (!isJsonArray(list) || list.length > headers.length) {
      throw service.wrong(asked, `the answer must be a list of at most ${headers.length} payloads`);
    }
    const found = new Map(list.map((item) => this.payloadIn(asked, item)));
    this.adapt(answer.body.length, list.length);
    return found;
  }

  /** Aims at answers of a good size, but at most doubles the number of blocks. */
  private adapt(bytes: number, blocks: number): void {
    if (blocks === 0) return;
    const fitting = Math.floor((exportLimits.aimedBytes * blocks) / Math.max(1, bytes));
    const next = Math.min(fitting, 2 * this.count, exportLimits.batchBlocks);
    this.count = Math.max(1, next);
  }

  private async single(header: BlockHeader): Promise<Payloads> {
    const { service, path } = this.place;
    const asked = {
      method: 'GET',
      path: `${path}/payload/${toBase64Url(header.payloadHash)}/outputs?height=${header.height}`,
      maxBytes: exportLimits.payloadsBytes,
    } as const;
    const answer = await service.ask(asked);
    if (answer.kind === 'answer' && answer.status === 404)
      throw new MissingPayload(this.place, header);
    if (answer.kind === 'too-large') {
      throw this.wrong(header, `has more than ${exportLimits.payloadsBytes} bytes`);
    }
    return new Map([this.payloadIn(asked, service.parse(asked, answer))]);
  }

  private payloadIn(
    asked: { readonly path: string },
    value: JsonValue,
  ): readonly [string, PayloadWithOutputs] {
    const payload = payloadFromJson(value);
    if (!payload.ok) throw this.place.service.wrong(asked, payload.fault);
    if (payload.value.kind !== 'with-outputs') {
      throw this.place.service.wrong(asked, 'the payload has no outputs');
    }
    return [toBase64Url(payload.value.payloadHash), payload.value];
  }

  private wrong({ hash, height }: BlockHeader, what: string): ExportError {
    const { service, chain } = this.place;
    const name = `block ${toBase64Url(hash)} of chain ${chain} at height ${height}`;
    return new ExportError('wrong-answer', `${service.address}: the payload of ${name} ${what}`);
  }
}
