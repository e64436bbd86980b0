// `pact network simulate --plan`: what to expect of a network that does not exist yet.

import { type ChainGraph, graphNameOf, knownGraphs } from '../../../chain/graph/chain-graph.ts';
import { hopsBetween } from '../../../p2p/simulation/planner/formulas.ts';
import { planOf, type Plan, type PlanRequest } from '../../../p2p/simulation/planner/plan.ts';
import type { Given } from '../commands/define.ts';
import { sharesOf } from '../commands/simulate-options.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { writeLine, writeResult } from '../output.ts';
import { planText } from './plan-text.ts';

export function plan(given: Given): ExitStatus {
  const { request, isDelayKnown } = requestOf(given);
  const planned = planOf(request);
  if (given.has('json')) writeResult(planJson(request, planned));
  else writeLine(planText(request, planned, { isDelayKnown }));
  return exitStatus.success;
}

export function graphOf(given: Given): ChainGraph {
  return knownGraphs[graphNameOf(Number(given.value('chains') ?? 3)) ?? 'triangle'];
}

/** Nodes that each one exchanges blocks with: those that it chooses, and as many that choose it. */
const sessions = 16;

/** Seconds from one node to the next: half a round trip between continents, and the execution of a block. */
const hopSeconds = 0.07;

/** Blocks to simulate: about a second. */
const simulatedBlocks = 30_000;

function requestOf(given: Given): {
  readonly request: PlanRequest;
  readonly isDelayKnown: boolean;
} {
  const number = (long: string, usual: number): number => Number(given.value(long) ?? usual);
  const percents = sharesOf(given.value('shares') ?? '');
  const nodes = Math.max(number('nodes', 3), percents?.length ?? 1);
  const miners = number('miners', nodes);
  const parts = percents ?? Array.from({ length: Math.min(miners, maxMiners) }, () => 1);
  const sum = parts.reduce((all, each) => all + each, 0);
  const delay = given.value('delay');
  return {
    isDelayKnown: delay !== undefined,
    request: {
      graph: graphOf(given),
      blockTime: number('block-time', 5),
      shares: parts.map((part) => part / sum),
      delay: Number(delay ?? hopsBetween(nodes, Math.min(sessions, nodes - 1)) * hopSeconds),
      nodes,
      sessions,
      transactionsPerSecond: number('transactions', 1),
      transactionBytes: number('transaction-bytes', 1000),
      blockTransactions: number('block-transactions', 250),
      blocks: simulatedBlocks,
      seed: number('seed', 1),
    },
  };
}

/** More miners of equal size change little: a hundred already find all but one of a hundred blocks of others. */
const maxMiners = 100;

function planJson({ graph, ...rest }: PlanRequest, plan: Plan): string {
  return JSON.stringify({ request: { chains: graph.order, ...rest }, ...plan });
}
