// `env-chain-data`: sets the result of `chain-data`.

import {
  Decimal,
  type ObjectValue,
  type PactValue,
  type PublicData,
  TimeValue,
  toMilliGas,
} from '../../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envChainData = replBuiltin(['environment'], {
  name: 'env-chain-data',
  since: '3.0',
  doc: `Sets fields of \`chain-data\`: any of 'chain-id, 'block-height, 'block-time,
      'prev-block-hash, 'sender, 'gas-limit, 'gas-price, 'gas-fee.`,
  overloads: [
    replOverload({
      internal: 'env-chain-data',
      params: [param('data', 'object', 'The fields to set.')],
      returns: 'string',
      run: (repl, call, data) => {
        const { environment } = repl;
        environment.publicData = withChainData(call, environment.publicData, data);
        return 'Updated public metadata';
      },
    }),
  ],
  examples: [
    {
      setup: '(env-chain-data {"chain-id": "3"})',
      code: "(at 'chain-id (chain-data))",
      gives: '"3"',
    },
    {
      code: '(env-chain-data {"block-height": "high"})',
      gives: { fails: 'envChainData: bad public metadata value for key: block-height' },
    },
  ],
});

type Setter = (data: PublicData, value: PactValue) => PublicData | undefined;

/** A setter returns `undefined` for a value of the wrong type. `gas-fee` is for old scripts and has no effect. */
const setters: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  [
    'chain-id',
    (data, value) => (typeof value === 'string' ? { ...data, chainId: value } : undefined),
  ],
  ['sender', (data, value) => (typeof value === 'string' ? { ...data, sender: value } : undefined)],
  [
    'prev-block-hash',
    (data, value) => (typeof value === 'string' ? { ...data, prevBlockHash: value } : undefined),
  ],
  [
    'block-height',
    // The reference stores a height in 64 bits, dropping higher bits.
    (data, value) =>
      typeof value === 'bigint' ? { ...data, blockHeight: BigInt.asUintN(64, value) } : undefined,
  ],
  [
    'gas-limit',
    // A gas limit saturates at either end of 64 bits instead of wrapping.
    (data, value) =>
      typeof value === 'bigint' ? { ...data, gasLimit: BigInt(toMilliGas(value)) } : undefined,
  ],
  [
    'gas-price',
    (data, value) => (value instanceof Decimal ? { ...data, gasPrice: value } : undefined),
  ],
  [
    'block-time',
    (data, value) => (value instanceof TimeValue ? { ...data, blockTime: value } : undefined),
  ],
  ['gas-fee', (data, value) => (value instanceof Decimal ? data : undefined)],
]);

function withChainData(call: BuiltinCall, before: PublicData, fields: ObjectValue): PublicData {
  let data = before;
  for (const [name, value] of fields.fields) {
    const after = setters.get(name)?.(data, value);
    if (after === undefined) {
      const message = `envChainData: bad public metadata value for key: ${name}`;
      return call.refuse(message);
    }
    data = after;
  }
  return data;
}
