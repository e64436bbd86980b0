// The log of a node, with the same format for `pact node` and `pact devnet`: lines of text or JSON, in a file or printed.

import { loggerOf, type Logger, type LogLevel, type LogSink } from '../../../base/ports/logger.ts';
import type { NodePort } from '../../../node/port.ts';
import { fileSink, shownSink } from '../../../base/platform/log-file.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { logJson, logText } from './log-text.ts';

export type NodeLogOptions = {
  readonly level: LogLevel;
  readonly format: 'text' | 'json';
  /** `undefined`: lines are printed. */
  readonly folder: string | undefined;
  /** The name of the file in the folder. */
  readonly name: string;
};

/** The most bytes that are not written to disk yet. */
const bufferBytes = 4 * 1024 * 1024;

/** Returns a logger for each area. */
export function nodeLogs(
  { level, format, folder, name }: NodeLogOptions,
  show: (text: string) => void,
): (area: string) => Logger {
  const textOf = format === 'json' ? logJson : logText;
  const sink: LogSink =
    folder === undefined
      ? shownSink(show, textOf)
      : fileSink({ folder, name, textOf, bufferBytes });
  return (area) => loggerOf({ area, clock: systemClock, level, sinks: [sink] });
}

/** Logs a line for each block that enters or leaves the cut. */
export function logBlocks(node: Pick<NodePort, 'onCut'>, log: Logger): void {
  node.onCut(({ added, removed }) => {
    for (const { chainId: chain, height } of removed) log.log('info', 'removed', { chain, height });
    for (const { chainId: chain, height } of added) log.log('debug', 'block', { chain, height });
  });
}
