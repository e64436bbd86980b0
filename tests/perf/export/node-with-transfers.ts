// A node in this process for exports: blocks full of transfers, some failures, and other forks when the program asks for them.
import { loggerOf } from '../../../src/base/ports/logger.ts';
import { systemClock, systemRandom, systemTimer } from '../../../src/base/platform/system.ts';
import { cutOf } from '../../../src/chain/choice/cut.ts';
import { startNodeApi } from '../../../src/node/api/index.ts';
import { devnetValues } from '../../../src/node/devnet/devnet.ts';
import { startDevnet, transaction, transferOf, type TestDevnet } from '../../support/devnets.ts';
import { valueOf } from '../../support/value-of.ts';

export type NodeWithTransfers = {
  readonly net: TestDevnet;
  /** Of its service interface. */
  readonly address: string;
  /** Makes blocks on every chain, each with these transfers and one failure. */
  readonly mine: (rounds: number, transfers: number) => Promise<void>;
  /** Takes back the newest blocks of every chain; the next ones are of another fork. */
  readonly backBy: (depth: number) => void;
  readonly stop: () => Promise<void>;
};

export async function startNodeWithTransfers(chains: number): Promise<NodeWithTransfers> {
  const net = startDevnet({ chains });
  const server = await startNodeApi({
    node: net.devnet.node,
    host: '127.0.0.1',
    port: 0,
    values: devnetValues,
    clock: systemClock,
    timer: systemTimer,
    random: systemRandom,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => console.error(error),
  });
  return {
    net,
    address: server.address,
    mine: (rounds, transfers) => mine(net, { rounds, transfers }),
    backBy: (depth) => backBy(net, depth),
    stop: () => server.stop(),
  };
}

async function mine(
  net: TestDevnet,
  { rounds, transfers }: { readonly rounds: number; readonly transfers: number },
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const id of net.devnet.engine.cut.heads.keys()) {
      const chain = String(id);
      const commands = [
        ...Array.from({ length: transfers }, (_, i) => transferOf(0.5 + i, { chain })),
        transaction({ code: '(enforce false "no")', chain }),
      ];
      valueOf(await net.devnet.node.chain(id)!.submit(commands));
    }
    net.devnet.mine(1);
    // The server answers in between.
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

function backBy({ devnet }: TestDevnet, depth: number): void {
  const { engine } = devnet;
  const heads = [...engine.chains.values()].map(
    ({ id, line }) => [id, line.at(engine.cut.heads.get(id)!.height - depth)!] as const,
  );
  valueOf(devnet.moveTo(cutOf(engine.cut.network, new Map(heads))));
  devnet.clock.setOffset(devnet.clock.offsetMs + 60_000, 0);
}
