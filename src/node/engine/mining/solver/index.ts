// The public interface of mining in this process.

export { ProofMiner } from './proof-miner.ts';
export { SearchThreads, type Searchers, type Work } from './searchers.ts';
