// Exports the chains of a node: up to its cut, and with `follow` on and on. Chains are exported in parallel; each of them keeps its
// own line, so an interruption at any time costs only the batches that were not yet written.

import { bad, good, type Result } from '../../base/result.ts';
import type { Timer } from '../../base/ports/time.ts';
import { onAbort } from '../../base/on-abort.ts';
import { counted } from '../../base/prose.ts';
import { ChainExport } from './chain-export.ts';
import { ExportError, type ExportFault } from './export-error.ts';
import { fromHint } from './from-hint.ts';
import { exportLimits } from './limits.ts';
import { readHeads, readInfo, type Head, type Heads, type NodeInfo } from './node-info.ts';
import { Bell, pause } from './pause.ts';
import type { ExportProgress } from './progress.ts';
import type { RowSink, StoredChain } from './row-sink.ts';
import { Service } from './service.ts';
import type { ServicePort } from './service-port.ts';
import { Slots } from './slots.ts';

export type ExportOptions = {
  readonly port: ServicePort;
  /** Closed at the end. */
  readonly sink: RowSink;
  readonly timer: Timer;
  /** Ends the export after the changes that are being written. */
  readonly signal: AbortSignal;
  /** Default: all chains of the node's cut. */
  readonly chains: readonly number[] | undefined;
  /** The lowest height; default: what is stored is continued, and chains of which nothing is stored begin with their first block. */
  readonly from: number | undefined;
  readonly follow: boolean;
  readonly progress: ExportProgress;
  /** Called before each pause after a request that failed. */
  readonly onRetry: (sentence: string, pauseMs: number) => void;
  /** Called with a sentence if the options ask for nothing. */
  readonly onHint: (sentence: string) => void;
  /** Called when everything up to a cut is stored; with `follow` after each cut. */
  readonly onCaughtUp: () => void;
};

/** Returns a fault if it ends early; `ended` when the signal asked for it. What was written before stays. */
export async function exportBlocks(
  options: ExportOptions,
): Promise<Result<undefined, ExportFault>> {
  // A fault of one chain ends the requests of all others.
  const ending = new AbortController();
  const stopListening = onAbort(options.signal, () => ending.abort());
  if (options.signal.aborted) ending.abort();
  try {
    await new Exporter(options, ending).run();
    return good(undefined);
  } catch (error) {
    if (error instanceof ExportError) return bad(error.fault);
    throw error;
  } finally {
    ending.abort();
    stopListening();
    await options.sink.close();
  }
}

class Exporter {
  private readonly options: ExportOptions;
  private readonly ending: AbortController;
  private readonly service: Service;
  private readonly batches = new Slots(exportLimits.openBatches);
  /** What was stored at the start. */
  private readonly stored = new Map<number, StoredChain>();
  private readonly lines = new Map<number, ChainExport>();

  constructor(options: ExportOptions, ending: AbortController) {
    this.options = options;
    this.ending = ending;
    const { port, timer, onRetry } = options;
    this.service = new Service({ port, timer, signal: ending.signal, onRetry });
  }

  async run(): Promise<void> {
    const { follow, timer } = this.options;
    const info = await readInfo(this.service);
    const heads = await readHeads(this.service, info);
    await this.begin(info, heads);
    this.service.isPatient = follow;
    const bell = new Bell();
    if (follow) this.listen(info, bell);
    await this.moveTo(info, heads);
    while (follow) {
      await bell.wait(timer, exportLimits.pollMs, this.ending.signal);
      // Several new headers at once, or a stream that never pauses, cost one round.
      await pause(timer, exportLimits.roundMs, this.ending.signal);
      await this.moveTo(info, await readHeads(this.service, info));
    }
  }

  private async begin(info: NodeInfo, heads: Heads): Promise<void> {
    const { sink, chains = [] } = this.options;
    const unknown = chains.find((chain) => !heads.has(chain));
    if (unknown !== undefined) {
      const known = [...heads.keys()].sort((left, right) => left - right).join(', ');
      throw new ExportError(
        'unavailable',
        `the network ${info.network} has no chain ${unknown} at ${this.service.address}: it has ${known}`,
      );
    }
    const opened = await sink.open(info.network);
    if (!opened.ok) throw new ExportError('sink', opened.fault.sentence);
    for (const stored of opened.value) this.stored.set(stored.chain, stored);
    this.hint(heads, opened.value);
  }

  private hint(all: Heads, stored: readonly StoredChain[]): void {
    const { chains, from, follow, onHint } = this.options;
    if (from === undefined) return;
    const heads = new Map([...all].filter(([chain]) => chains?.includes(chain) ?? true));
    const hint = fromHint({ from, follow, heads, stored });
    if (hint !== undefined) onHint(hint);
  }

  /** Returns the export of a chain, which may have begun only now; `undefined` if the chain is not wanted. */
  private lineOf(info: NodeInfo, chain: number): ChainExport | undefined {
    const { sink, chains, from, progress } = this.options;
    if (chains !== undefined && !chains.includes(chain)) return undefined;
    const known = this.lines.get(chain);
    if (known !== undefined) return known;
    const line = new ChainExport({
      place: { service: this.service, chain, path: `${info.path}/chain/${chain}` },
      sink,
      batches: this.batches,
      signal: this.ending.signal,
      stored: this.stored.get(chain),
      genesisHeight: info.firstHeights.get(chain) ?? 0,
      from,
      readHead: async () => (await readHeads(this.service, info)).get(chain),
      onWritten: (blocks, removed) => progress.add(blocks, removed),
    });
    this.lines.set(chain, line);
    return line;
  }

  /** Brings every chain to its head in a cut, or in a newer one if the node moves meanwhile. */
  private async moveTo(info: NodeInfo, heads: Heads): Promise<void> {
    const { timer, onCaughtUp, onRetry } = this.options;
    let next = heads;
    for (let cuts = 1; ; cuts++) {
      const gone = await this.moveAll(info, next);
      if (gone === undefined) break;
      if (cuts >= exportLimits.cuts) {
        if (!this.service.isPatient) throw gone;
        onRetry(gone.message, exportLimits.pollMs);
      }
      await pause(timer, exportLimits.pollMs, this.ending.signal);
      next = await readHeads(this.service, info);
    }
    onCaughtUp();
  }

  /** Returns an error if a chain has a head that the node does not know any more; throws others. */
  private async moveAll(info: NodeInfo, heads: Heads): Promise<ExportError | undefined> {
    const { progress } = this.options;
    const moves: { readonly line: ChainExport; readonly head: Head }[] = [];
    for (const [chain, head] of heads) {
      const line = this.lineOf(info, chain);
      if (line !== undefined) moves.push({ line, head });
    }
    progress.begin(moves.reduce((sum, { line, head }) => sum + line.missing(head), 0));
    let gone: ExportError | undefined;
    let first: unknown;
    const one = async ({ line, head }: (typeof moves)[number]): Promise<void> => {
      try {
        await line.moveTo(head);
      } catch (error) {
        if (error instanceof ExportError && error.fault.kind === 'unknown-block') gone = error;
        else {
          // The others end with errors that follow from this one.
          first ??= error;
          this.ending.abort();
        }
      }
    };
    await Promise.all(moves.map(one));
    if (first !== undefined) throw first as Error;
    return gone;
  }

  /** Rings when the node has new headers. Without a stream, the cut is read every few seconds. */
  private listen({ path }: NodeInfo, bell: Bell): void {
    const { timer } = this.options;
    const { signal } = this.ending;
    const keepListening = async (): Promise<void> => {
      for (;;) {
        const isOffered = await this.service.listen(`${path}/header/updates`, () => bell.ring());
        if (signal.aborted) return;
        bell.ring();
        await pause(
          timer,
          isOffered ? exportLimits.pollMs : exportLimits.longestRetryAfterMs,
          signal,
        );
      }
    };
    // It ends by the signal only.
    keepListening().catch(() => undefined);
  }
}

/** Describes what was exported: `12 blocks, 3 transactions, ...`. */
export function exportedText({
  blocks,
  transactions,
  events,
  transfers,
  removed,
}: ExportProgress): string {
  const all = [
    counted(blocks, 'block'),
    counted(transactions, 'transaction'),
    counted(events, 'event'),
    counted(transfers, 'transfer'),
  ].join(', ');
  return removed === 0 ? all : `${all}; ${counted(removed, 'block')} of forks removed`;
}
