// A standalone node that follows the headers of a network without executing its blocks: for networks whose history this
// program cannot execute. Proof of work, difficulty and the web of the chains are verified; states do not exist, so that
// there are no questions, no transactions and no mining.

import type { Clock, Timer } from '../../base/ports/time.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Network } from '../../chain/rules/network.ts';
import type { NodeConfiguration } from '../configuration/node-configuration.ts';
import { networkIdentity } from '../engine/states.ts';
import { NodeStorage } from '../storage/node-storage.ts';
import { HeaderChains } from './header-chains.ts';
import { HeaderLedger } from './header-ledger.ts';
import { HeaderNode } from './header-node.ts';

export type FollowingNodeOptions = {
  readonly configuration: NodeConfiguration;
  readonly network: Network;
  /** Where a new folder begins: a trusted block of each chain, all of one height. By default, with their first blocks. */
  readonly trusted?: readonly BlockHeader[] | undefined;
  readonly packageVersion: string;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Called with one sentence about a problem at run time. */
  readonly onTrouble: (sentence: string) => void;
};

export class FollowingNode {
  readonly node: HeaderNode;
  readonly ledger: HeaderLedger;
  /** Whether it continues stored headers. */
  readonly isContinued: boolean;
  /** There is nothing to back up that others do not have. */
  readonly backups = undefined;
  readonly miningGate = undefined;
  private readonly storage: NodeStorage;

  private constructor(
    parts: Pick<FollowingNode, 'node' | 'ledger' | 'isContinued'>,
    storage: NodeStorage,
  ) {
    this.node = parts.node;
    this.ledger = parts.ledger;
    this.isContinued = parts.isContinued;
    this.storage = storage;
  }

  /** Starts a node. A fault is a sentence. Throws a `StoreFault` if the folder cannot be used. */
  static start(options: FollowingNodeOptions): Result<FollowingNode, string> {
    const { network, configuration, trusted, clock, timer } = options;
    const identity = `the headers of ${networkIdentity(network)}`;
    const storage = storageOf(options, identity);
    let isStarted = false;
    try {
      const isContinued = storage.identity !== undefined;
      if (isContinued && storage.identity !== identity) {
        return bad(
          `${configuration.data ?? ''} holds something else: ${storage.identity ?? ''}; the configuration has ` +
            `${identity}. Set data to another folder, or network and follow to those of the folder`,
        );
      }
      const store = storage.follow(network, trusted);
      const chains = new HeaderChains({ network, store, journal: storage.journal });
      const ledger = new HeaderLedger({ chains, clock, timer });
      const node = new HeaderNode({ chains, settings: settingsOf(options), clock });
      isStarted = true;
      return good(new FollowingNode({ node, ledger, isContinued }, storage));
    } finally {
      if (!isStarted) void storage.close();
    }
  }

  /** Ends moves, and closes the folder. */
  async stop(): Promise<void> {
    this.ledger.close();
    this.node.stop();
    await this.storage.close();
  }
}

function storageOf(
  { configuration, network, onTrouble }: FollowingNodeOptions,
  identity: string,
): NodeStorage {
  return new NodeStorage({
    folder: configuration.data,
    network,
    identity,
    cacheBytes: configuration.storage.cacheBytes,
    onFault: (sentence) => onTrouble(`${sentence}. Nothing is stored until the node is restarted`),
  });
}

function settingsOf({
  configuration,
  packageVersion,
}: FollowingNodeOptions): HeaderNode['settings'] {
  const { gas } = configuration;
  return {
    packageVersion,
    transactionGasLimit: gas.limit,
    minimumGasPrice: gas.minimumPrice,
  };
}
