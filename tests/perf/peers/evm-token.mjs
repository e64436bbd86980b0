// A token in the EVM: `transfer(address,uint256)` of ERC-20 with its balance check and its event, assembled here. Each
// transfer is a call between a checkpoint and a commit of the state, in memory.
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { SimpleStateManager } from '@ethereumjs/statemanager';
import {
  bigIntToBytes,
  createAccount,
  createAddressFromString,
  hexToBytes,
  setLengthLeft,
} from '@ethereumjs/util';
import { createVM } from '@ethereumjs/vm';
import { keccak_256 } from '@noble/hashes/sha3.js';

const operations = {
  ADD: 0x01,
  SUB: 0x03,
  LT: 0x10,
  EQ: 0x14,
  SHR: 0x1c,
  KECCAK256: 0x20,
  CALLER: 0x33,
  CALLDATALOAD: 0x35,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  JUMPI: 0x57,
  JUMPDEST: 0x5b,
  DUP1: 0x80,
  DUP3: 0x82,
  SWAP1: 0x90,
  LOG3: 0xa3,
  RETURN: 0xf3,
  REVERT: 0xfd,
};

/** Balances are stored at keccak256(address . 0), as Solidity stores a mapping in slot 0. */
const token = `
  0x00 CALLDATALOAD 0xe0 SHR 0xa9059cbb EQ @transfer JUMPI
  fail: 0x00 0x00 REVERT
  transfer:
    CALLER 0x00 MSTORE 0x00 0x20 MSTORE 0x40 0x00 KECCAK256
    DUP1 SLOAD 0x24 CALLDATALOAD DUP1 DUP3 LT @fail JUMPI
    SWAP1 SUB SWAP1 SSTORE
    0x04 CALLDATALOAD 0x00 MSTORE 0x40 0x00 KECCAK256
    DUP1 SLOAD 0x24 CALLDATALOAD ADD SWAP1 SSTORE
    0x24 CALLDATALOAD 0x00 MSTORE
    0x04 CALLDATALOAD CALLER
    0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
    0x20 0x00 LOG3
    0x01 0x00 MSTORE 0x20 0x00 RETURN`;

export async function evmToken() {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun });
  const stateManager = new SimpleStateManager({ common });
  const { evm } = await createVM({ common, stateManager });
  const contract = createAddressFromString(`0x${'c0'.repeat(20)}`);
  const people = [1, 2].map((n) => createAddressFromString(`0x${String(n).padStart(40, '0')}`));
  await stateManager.putAccount(contract, createAccount({}));
  await stateManager.putCode(contract, assembled(token));
  for (const person of people) {
    await stateManager.putAccount(person, createAccount({ balance: 10n ** 20n }));
    const place = new Uint8Array(64);
    place.set(person.bytes, 12);
    await stateManager.putStorage(contract, keccak_256(place), bigIntToBytes(10n ** 15n));
  }
  let turn = 0;
  return async function transfer() {
    const [from, to] = turn++ % 2 === 0 ? people : people.toReversed();
    const data = new Uint8Array(68);
    data.set(hexToBytes('0xa9059cbb'));
    data.set(setLengthLeft(to.bytes, 32), 4);
    data[67] = 5;
    await evm.journal.checkpoint();
    const { execResult } = await evm.runCall({
      caller: from,
      to: contract,
      gasLimit: 100_000n,
      data,
    });
    await evm.journal.commit();
    if (execResult.exceptionError !== undefined || execResult.logs?.length !== 1) {
      throw new Error('the transfer failed');
    }
  };
}

/** The words are operations, `0x...` (push), `label:` and `@label`. */
function assembled(text) {
  const bytes = [];
  const labels = new Map();
  const references = [];
  for (const word of text.trim().split(/\s+/)) {
    if (word.endsWith(':')) {
      labels.set(word.slice(0, -1), bytes.length);
      bytes.push(operations.JUMPDEST);
    } else if (word.startsWith('@')) {
      references.push([bytes.length + 1, word.slice(1)]);
      bytes.push(0x61, 0, 0);
    } else if (word.startsWith('0x')) {
      const pushed = hexToBytes(word);
      bytes.push(0x5f + pushed.length, ...pushed);
    } else bytes.push(operations[word]);
  }
  for (const [at, label] of references) bytes[at + 1] = labels.get(label);
  return Uint8Array.from(bytes);
}
