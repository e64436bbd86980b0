// `pact export` on the main thread: opens the destination, shows progress, and ends at a signal.

import { good, type Result } from '../../base/result.ts';
import { systemClock, systemTimer } from '../../base/platform/system.ts';
import {
  exportBlocks,
  exportedText,
  ExportProgress,
  JsonLinesSink,
  type RowSink,
  type SinkFault,
} from '../../tools/export/index.ts';
import { postgresSink } from '../postgres/postgres-sink.ts';
import { Given } from './commands/define.ts';
import { exportCommand as definition, usualNode, usualSchema } from './commands/export.ts';
import { exitStatus, type ExitStatus, fail } from './exit.ts';
import { httpService } from './export/http-service.ts';
import { ProgressLine } from './export/show-progress.ts';
import type { GivenOptions } from './options.ts';
import { keepOutputForResults, writeErrorLine, writeLine, writeText } from './output.ts';
import { askedToEnd } from './service/run-service.ts';

export async function runExport(options: GivenOptions): Promise<ExitStatus> {
  const given = new Given(definition, options);
  const isQuiet = given.has('quiet');
  const isFollowing = given.has('follow');
  if (given.value('to') === '-') keepOutputForResults();
  const line = new ProgressLine(systemClock, { isQuiet });
  const say = (text: string): void => {
    line.clear();
    writeErrorLine(text);
  };
  const onPause = (sentence: string, pauseMs: number): void =>
    say(`pact: ${sentence}; next attempt in ${Math.ceil(pauseMs / 1000)} s`);
  const sink = sinkOf(given, onPause);
  if (!sink.ok) return fail(sink.fault.sentence);
  const ending = new AbortController();
  void askedToEnd().then(() => {
    say('Stopping after what is being written; press Ctrl-C again to stop at once.');
    ending.abort();
  });
  const address = given.value('node') ?? usualNode;
  const progress = new ExportProgress(systemClock, () => line.update(progress));
  let timesCaughtUp = 0;
  const exported = await exportBlocks({
    port: httpService(address),
    sink: sink.value,
    timer: systemTimer,
    signal: ending.signal,
    chains: given.value('chains')?.split(',').map(Number),
    from: given.has('from') ? Number(given.value('from')) : undefined,
    follow: isFollowing,
    progress,
    onRetry: onPause,
    onHint: (sentence) => say(`pact: ${sentence}.`),
    onCaughtUp: () => {
      if (isFollowing && timesCaughtUp === 0 && !isQuiet) {
        say(`Exported ${exportedText(progress)}. Following ${address}; stop with Ctrl-C.`);
      }
      timesCaughtUp++;
    },
  });
  line.clear();
  if (!exported.ok && exported.fault.kind !== 'ended') {
    return fail(exported.fault.sentence);
  }
  if (!isQuiet) writeLine(`Exported ${exportedText(progress)}.`);
  // Following ends by a signal only.
  if (exported.ok || (isFollowing && timesCaughtUp > 0)) return exitStatus.success;
  writeErrorLine('pact: stopped before the end. The same command goes on from here.');
  return exitStatus.interrupted;
}

type OnPause = (sentence: string, pauseMs: number) => void;

function sinkOf(given: Given, onPause: OnPause): Result<RowSink, SinkFault> {
  const url = given.value('to') ?? '-';
  if (url === '-') return good(new JsonLinesSink(writeText));
  return postgresSink({
    url,
    schema: given.value('schema') ?? usualSchema,
    timer: systemTimer,
    onPause: ({ sentence }, pauseMs) => onPause(sentence, pauseMs),
  });
}
