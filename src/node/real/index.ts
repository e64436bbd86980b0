// The public interface of the standalone node.

export { cutHeight } from '../../chain/choice/cut.ts';
export { SearchThreads } from '../engine/mining/solver/index.ts';
export { systemFiles } from '../storage/files.ts';
export type { StartSearchers } from './own-mining.ts';
export { RealNode, type RealNodeOptions } from './real-node.ts';
