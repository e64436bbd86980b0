// What a node and a devnet need besides their engine: logs, metrics, and threads for proofs of work.

import { Worker } from 'node:worker_threads';
import {
  type Logger,
  loggerOf,
  type LogLevel,
  type LogLine,
  type LogSink,
} from '../../../base/ports/logger.ts';
import type { NodePort } from '../../../node/port.ts';
import { fileSink, shownSink } from '../../../base/platform/log-file.ts';
import { systemClock } from '../../../base/platform/system.ts';
import type { AnsweredRequest } from '../../../node/api/index.ts';
import type { MetricsOptions } from '../../../node/api/metrics.ts';
import { SearchThreads } from '../../../node/engine/mining/search-threads.ts';
import type { OperatorView } from '../../../p2p/sessions/operator.ts';
import type { StartSearchers } from '../../../node/real/real-node.ts';

type NodeLogOptions = {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  /** `undefined`: lines are printed. */
  readonly folder: string | undefined;
  /** The name of the file in the folder. */
  readonly name: string;
};

/** The most bytes that are not written to disk yet. */
const bufferBytes = 4 * 1024 * 1024;

/** Returns where the lines of a log go. */
export function nodeLogSink(
  { format, folder, name }: Omit<NodeLogOptions, 'level'>,
  show: (text: string) => void,
): LogSink {
  const textOf = format === 'json' ? logJson : logText;
  return folder === undefined
    ? shownSink(show, textOf)
    : fileSink({ folder, name, textOf, bufferBytes });
}

/** Returns a logger for each area. */
export function logsTo(sink: LogSink, level: LogLevel): (area: string) => Logger {
  return (area) => loggerOf({ area, clock: systemClock, level, sinks: [sink] });
}

/** Logs a line for each block that enters or leaves the cut. */
export function logBlocks(node: Pick<NodePort, 'onCut'>, log: Logger): void {
  node.onCut(({ added, removed }) => {
    for (const { chainId: chain, height } of removed) log.log('info', 'removed', { chain, height });
    for (const { chainId: chain, height } of added) log.log('debug', 'block', { chain, height });
  });
}

/**
 * Formats lines of a node's log: text, or one JSON object per line. Text from clients is escaped, so it cannot end the line.
 */
function logText({ dateMs, level, area, sentence, data }: LogLine): string {
  const time = new Date(dateMs).toISOString();
  const members = Object.entries(data).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${shown(value)}`],
  );
  return [`${time} ${level} ${area}: ${sentence}`, ...members].join(' ');
}

function logJson({ dateMs, level, area, sentence, data }: LogLine): string {
  const members = Object.entries(data).map(([name, value]): [string, unknown] => [
    name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  const time = new Date(dateMs).toISOString();
  return JSON.stringify({ time, level, area, message: sentence, ...Object.fromEntries(members) });
}

const maxLength = 200;

function shown(value: string | number | bigint | boolean): string {
  if (typeof value !== 'string') return String(value);
  const text = JSON.stringify(value.slice(0, maxLength));
  return /^"[\x21-\x7e]*"$/.test(text) && !/[\\= ]/.test(text) ? text.slice(1, -1) : text;
}

// Serves the metrics of a node on a separate port. The metrics code and its client library are loaded only if needed.

/** What metrics say of other nodes. */
export type PeersInMetrics = Pick<OperatorView, 'progress' | 'counts'>;

export type ShownPeers = PeersInMetrics & Pick<OperatorView, 'peers'>;

type ServedMetrics = {
  readonly address: string;
  readonly onAnswer: (answered: AnsweredRequest) => void;
  readonly addPeers: (view: PeersInMetrics) => void;
  stop(): Promise<void>;
};

type MetricsPlace = {
  readonly host: string;
  /** 0: any free port; `undefined`: no metrics. */
  readonly port: number | undefined;
};

/** Throws the system's error if it cannot listen on the address. */
export async function serveMetrics(
  node: NodePort,
  { host, port }: MetricsPlace,
  shared: Omit<MetricsOptions, 'metrics' | 'host' | 'port'>,
): Promise<ServedMetrics | undefined> {
  if (port === undefined) return undefined;
  const { NodeMetrics, startMetrics } = await import('../../../node/api/metrics.ts');
  const metrics = new NodeMetrics(node);
  const server = await startMetrics({ ...shared, metrics, host, port });
  return {
    address: server.address,
    onAnswer: (answered) => metrics.answered(answered),
    addPeers: (view) => metrics.addPeers(view),
    stop: () => server.stop(),
  };
}

/** Starts the threads of a node that search for proofs of work. */
export const startSearchers: StartSearchers = (count, onFound) =>
  new SearchThreads({
    count,
    onFound,
    startThread: () => new Worker(new URL('./solver-thread.js', import.meta.url)),
    onFault: (error) => {
      throw error;
    },
  });
