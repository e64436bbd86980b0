// The configuration of a node as any client may read it: the shape that existing tools read, without keys, miners,
// interfaces and ports of the inside.
// Source: interface reference, sections 4.1 and 4.3.

import { jsonNull, JsonNumber, type JsonValue } from '../../base/json.ts';
import type { NodePort } from '../port.ts';
import { apiLimits } from './limits.ts';

export type ToldSettings = {
  readonly node: Pick<NodePort, 'network' | 'settings' | 'mining'>;
  readonly productWord: string;
  readonly headerStream: boolean;
  readonly hasBackups: boolean;
};

export function toldConfiguration({
  node: { network, settings, mining },
  productWord,
  headerStream,
  hasBackups,
}: ToldSettings): JsonValue {
  const enabled = (value: boolean, configuration: JsonValue): JsonValue =>
    objectOf({ enabled: value, configuration });
  return objectOf({
    [`${productWord}Version`]: network.name,
    cuts: objectOf({ pruneChainDatabase: 'none' }),
    mining: objectOf({
      coordination: objectOf({ enabled: mining !== undefined, miners: [] }),
      nodeMining: objectOf({
        enabled: mining !== undefined,
        miner: objectOf({ account: '', predicate: 'keys-all', 'public-keys': [] }),
      }),
    }),
    headerStream,
    reintroTxs: true,
    p2p: objectOf({
      peer: objectOf({
        certificateChain: jsonNull,
        certificateChainFile: jsonNull,
        key: jsonNull,
        keyFile: jsonNull,
      }),
      peers: [],
      private: true,
    }),
    throttling: objectOf({}),
    gasLimitOfBlock: number(settings.transactionGasLimit),
    minGasPrice: price(settings.minimumGasPrice),
    serviceApi: objectOf({
      port: number(0),
      interface: 'invalid',
      payloadBatchLimit: number(apiLimits.payloadBatch),
    }),
    backup: objectOf({ api: enabled(hasBackups, objectOf({})), directory: jsonNull }),
  });
}

const number = (value: number | bigint): JsonNumber => new JsonNumber(String(value));

/** A price in units of 10^-12 of the coin. */
const price = (units: bigint): JsonNumber => new JsonNumber(units === 0n ? '0' : `${units}e-12`);

function objectOf(members: Readonly<Record<string, JsonValue>>): JsonValue {
  return new Map(Object.entries(members));
}
