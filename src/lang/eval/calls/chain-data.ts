// Chain data as the builtin `chain-data` returns it.
// Source: pact/Pact/Core/ChainData.hs.

import { objectValue, type ObjectValue } from '../../values/value.ts';
import type { PublicData } from '../environment.ts';

export function publicDataObject(data: PublicData): ObjectValue {
  return objectValue([
    ['block-height', data.blockHeight],
    ['block-time', data.blockTime],
    ['chain-id', data.chainId],
    ['gas-limit', data.gasLimit],
    ['gas-price', data.gasPrice],
    ['prev-block-hash', data.prevBlockHash],
    ['sender', data.sender],
  ]);
}
