// The texts for clients when a transaction may not be in a block, wherever that is detected: in a mempool, while a
// block is made, or when a block of another node is checked. Programs match on these texts.
// Source: Chainweb/Mempool/Mempool.hs (InsertError).

export const refusalTexts = {
  ahead: 'Transaction creation time too far in the future',
  expired: 'Transaction time-to-live is expired',
  onChain: 'Transaction already exists on chain',
  badListed: 'Transaction is badlisted because it previously failed to validate.',
} as const;
