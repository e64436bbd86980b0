// Accepts commands, all of a body or none, and acknowledges them only after they are on the disk.

import type { Answer } from '../../base/http/index.ts';
import type { CommandLog, NewCommand } from './command-log.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { hashOf, type CheckedBodies } from './checked-bodies.ts';
import type { Executor } from './executor.ts';
import { fault } from './faults.ts';

export type AdmissionParts = {
  readonly bodies: CheckedBodies;
  readonly store: { readonly commandLog: CommandLog; readonly fault: string | undefined };
  readonly executor: Pick<Executor, 'pump'>;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

export class Admission {
  private readonly parts: AdmissionParts;
  private isStopping = false;

  constructor(parts: AdmissionParts) {
    this.parts = parts;
  }

  /** Refuses all further commands. */
  stop(): void {
    this.isStopping = true;
  }

  async admit(body: string, scope: NewCommand['scope']): Promise<Answer> {
    const { bodies, store, executor, now } = this.parts;
    const kind = scope === 'public' ? 'submission' : 'sealed';
    const checked = await bodies.commands(body, { kind });
    if (checked.kind === 'refused') return checked.answer;
    if (this.isStopping) return fault('stopping-sends');
    const commands = checked.commands.map(({ requestKey, text }) => ({
      requestKey: hashOf(requestKey),
      scope,
      text,
    }));
    if (store.fault !== undefined) return fault('disk-refused', store.fault);
    const { commandLog } = store;
    const admission = unlessDiskRefuses(() => commandLog.admit(commands, now()));
    switch (admission.kind) {
      case 'duplicate':
        return fault('duplicate', admission.requestKey);
      case 'full':
        return fault(fullFaults[admission.what], commandLog.waiting);
      case 'refused':
        return fault('disk-refused', admission.sentence);
      case 'admitted': {
        const stays = await admission.stays.then(() => undefined, diskRefusal);
        if (stays !== undefined) return fault('disk-in-doubt', stays.sentence);
        executor.pump();
        const keys = commands.map(({ requestKey }) => `"${requestKey}"`).join(',');
        return { kind: 'json', text: `{"requestKeys":[${keys}]}` };
      }
    }
  }
}

const fullFaults = {
  commands: 'full-of-commands',
  bytes: 'full-of-bytes',
} as const;

type DiskRefusal = { readonly kind: 'refused'; readonly sentence: string };

/** Returns disk errors as refusals: a full disk, for example, is not a fault of pact. */
function unlessDiskRefuses<T>(ask: () => T): T | DiskRefusal {
  try {
    return ask();
  } catch (error) {
    return diskRefusal(error);
  }
}

function diskRefusal(error: unknown): DiskRefusal {
  if (!isStoreFault(error)) throw error;
  return { kind: 'refused', sentence: error.message };
}
