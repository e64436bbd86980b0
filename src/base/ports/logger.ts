// Structured log lines: a fixed sentence and its data. Sinks decide how lines look and where they go.

import type { Clock } from './time.ts';

/** The most urgent first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

export type LogData = Readonly<Record<string, string | number | bigint | boolean | undefined>>;

export type LogLine = {
  readonly dateMs: number;
  readonly level: LogLevel;
  /** The part of the program that writes it, such as `http`. */
  readonly area: string;
  /** Fixed, so that lines can be searched for and counted. */
  readonly sentence: string;
  readonly data: LogData;
};

export interface LogSink {
  readonly write: (line: LogLine) => void;
  /** Resolves once all lines have reached their destination. */
  readonly close?: () => Promise<void>;
}

export interface Logger {
  log(level: LogLevel, sentence: string, data?: LogData): void;
}

export type LoggerOptions = {
  readonly area: string;
  readonly clock: Clock;
  /** Less urgent lines are dropped. */
  readonly level: LogLevel;
  readonly sinks: readonly LogSink[];
};

export function loggerOf({ area, clock, level: least, sinks }: LoggerOptions): Logger {
  const max = logLevels.indexOf(least);
  return {
    log(level, sentence, data = {}) {
      if (sinks.length === 0 || logLevels.indexOf(level) > max) return;
      const line = { dateMs: clock.dateMs(), level, area, sentence, data };
      for (const sink of sinks) sink.write(line);
    },
  };
}

/** Keeps lines, for tests. */
export class MemoryLog implements LogSink {
  readonly lines: LogLine[] = [];

  readonly write = (line: LogLine): void => void this.lines.push(line);
}
