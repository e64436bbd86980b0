// The tags that distinguish the kinds of Merkle tree entries. They are hexadecimal: 0x0010 follows 0x0009. Source:
// Chainweb/MerkleUniverse.hs; consensus reference, section 2.3.

export const merkleTags = {
  chainId: 0x0002,
  blockHeight: 0x0003,
  blockWeight: 0x0004,
  forkState: 0x0006,
  blockCreationTime: 0x0007,
  networkCode: 0x0008,
  hashTarget: 0x0011,
  transaction: 0x0013,
  transactionOutput: 0x0014,
  minerData: 0x0017,
  coinbaseOutput: 0x0018,
  epochStartTime: 0x0019,
  blockNonce: 0x0020,
  outputEvents: 0x0030,
} as const;
