// The parts for sealed commands of a node, on its storage.

import { DiskEntries } from '../../storage/disk/index.ts';
import type { Random } from '../../base/ports/random.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import type { NodeStorage } from '../storage/node-storage.ts';
import { SealedRecords } from './sealed-records.ts';
import type { SealedParts } from './sealed-service.ts';

type SealedOptions = {
  readonly entity?: Recipient | undefined;
  readonly hasPeers: boolean;
  readonly timer: Timer;
  readonly random: Random;
  readonly onTrouble: (sentence: string) => void;
  /** The folder is only read. */
  readonly isReading?: boolean;
};

/** Returns `undefined` for a node that neither executes sealed commands nor can pass them on. */
export function sealedOn(
  { environment }: Pick<NodeStorage, 'environment'>,
  { entity, hasPeers, timer, random, onTrouble, isReading = false }: SealedOptions,
): SealedParts | undefined {
  if (isReading || (entity === undefined && !hasPeers)) return undefined;
  return {
    records: new SealedRecords(environment),
    entriesOf: (number) => new DiskEntries(environment, number),
    entity,
    hasPeers,
    timer,
    random,
    onTrouble,
    onFault: (error) =>
      onTrouble(
        `sealed commands are not executed until the node is restarted: ${error instanceof Error ? error.message : String(error)}`,
      ),
  };
}
