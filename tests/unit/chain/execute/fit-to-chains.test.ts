// The chains that the coin contract of a first block lists.
import { describe, expect, test } from 'vitest';
import { decodeUtf8 } from '../../../../src/base/bytes.ts';
import { fitToChains } from '../../../../src/chain/execute/index.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import {
  decodeTransaction,
  encodeTransaction,
} from '../../../../src/chain/model/transaction-json.ts';
import { commandHash } from '../../../../src/chain/command/index.ts';
import { genesisInputs } from '../../../support/stdlib-chains.ts';

const inputs = [...genesisInputs(0), ...genesisInputs(1)];
const networkWith = (graph: keyof typeof knownGraphs) => ({
  graphs: [{ from: 0, graph: knownGraphs[graph] }],
});

function storedWith(code: string, signatures: readonly string[] = []): Uint8Array {
  const cmd = JSON.stringify({ payload: { exec: { data: null, code } } });
  return encodeTransaction({ hash: commandHash(cmd), signatures, cmd });
}

const codeOf = (bytes: Uint8Array): string => {
  const read = decodeTransaction(bytes);
  if (!read.ok) throw new Error(read.fault);
  const { cmd, hash } = read.value;
  expect(hash).toBe(commandHash(cmd));
  return (JSON.parse(cmd) as { payload: { exec: { code: string } } }).payload.exec.code;
};

test('on twenty chains the transactions of stdlib are those that are shipped', () => {
  const network = networkWith('twenty');
  for (const input of inputs) expect(fitToChains(network, input)).toBe(input);
});

describe.each([
  ['singleton', 0],
  ['pair', 1],
  ['triangle', 2],
  ['petersen', 9],
] as const)('%s', (graph, last) => {
  test('the coin contract of stdlib gets its chains, and nothing else changes', () => {
    const changed = inputs.filter((input) => fitToChains(networkWith(graph), input) !== input);
    expect(changed).toHaveLength(2);
    for (const input of changed) {
      const fitted = fitToChains(networkWith(graph), input);
      expect(codeOf(fitted)).toBe(
        codeOf(input).replace('(enumerate 0 19)', `(enumerate 0 ${last})`),
      );
      // A transaction that fits is kept.
      expect(fitToChains(networkWith(graph), fitted)).toBe(fitted);
    }
  });
});

test('a list without a type on several lines, and a list that is too short', () => {
  const code = '(defconst VALID_CHAIN_IDS\n  (map (int-to-str 10) (enumerate 0 9))\n "Chains")';
  expect(codeOf(fitToChains(networkWith('twenty'), storedWith(code)))).toBe(
    code.replace('0 9', '0 19'),
  );
});

test('signed transactions, other lists and what is no transaction are kept', () => {
  const network = networkWith('pair');
  const list = '(defconst VALID_CHAIN_IDS (map (int-to-str 10) (enumerate 0 19)))';
  const kept = [
    storedWith(list, ['00'.repeat(64)]),
    storedWith('(defconst VALID_CHAIN_IDS ["0" "1" "2"])'),
    storedWith('(defconst IDS (map (int-to-str 10) (enumerate 0 19)))'),
    new TextEncoder().encode('VALID_CHAIN_IDS'),
    Uint8Array.of(0xff, 0xfe),
  ];
  for (const each of kept) expect(fitToChains(network, each)).toBe(each);
  expect(decodeUtf8(fitToChains(network, storedWith(list)))).toContain('(enumerate 0 1)');
});
