// Adds the calls of forms to a report as long as there is room.

import { callLimits } from '../../debugger/calls/limits.ts';
import { CallRecorder } from '../../debugger/calls/record-calls.ts';
import type { CallItem } from '../../debugger/calls/call-tree.ts';
import type { RunRecorder } from './record-run.ts';

export type CallsWish = 'failed' | 'all';

export function callsWatchers(
  wish: CallsWish | undefined,
  recorder: RunRecorder,
): readonly CallRecorder[] {
  if (wish === undefined) return [];
  let items: number = callLimits.itemsOfFile;
  let forms: number = callLimits.formsOfFile;
  const recording = new CallRecorder({
    failureCount: () => recorder.failureCount,
    ended(calls, span) {
      if (!calls.failed && (wish === 'failed' || calls.items.length === 0)) return;
      if (forms <= 0 || items <= 0) {
        recorder.leaveOutCalls();
        return;
      }
      forms--;
      items -= sizeOf(calls.items);
      recorder.takeCalls(calls, span);
    },
  });
  return [recording];
}

function sizeOf(items: readonly CallItem[]): number {
  let size = 0;
  for (const item of items) size += 1 + (item.kind === 'event' ? 0 : sizeOf(item.items));
  return size;
}
