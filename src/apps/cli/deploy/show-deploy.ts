// Shows plans and results of deployments, for people and for programs. Chains with the same plan are shown together.

import { counted } from '../../../base/prose.ts';
import {
  titleOf,
  type ChainEnd,
  type ChainPlan,
  type PlannedStep,
} from '../../../tools/deploy/index.ts';

export function planText(plans: ReadonlyMap<string, ChainPlan>): string {
  const groups = new Map<string, string[]>();
  for (const [chain, plan] of plans) {
    const text = chainPlanText(plan);
    groups.set(text, [...(groups.get(text) ?? []), chain]);
  }
  return [...groups].map(([text, chains]) => `${chainsText(chains)}:\n${text}`).join('\n\n');
}

function chainPlanText(plan: ChainPlan): string {
  if (plan.kind === 'fault') return plan.sentences.map((each) => `  ${each}`).join('\n');
  const { steps, open } = plan;
  const lines = [
    ...open.map((each) => `  an earlier run has left open: ${each.replace(/ \([^)]*\)$/, '')}`),
    ...steps.map(stepText),
  ];
  return lines.length === 0 ? '  nothing to do' : lines.join('\n');
}

function stepText({ step, gas, failure }: PlannedStep): string {
  const { hashes } = step;
  const change =
    hashes === undefined ? '' : `\n      hash ${hashes.now ?? 'none'} -> ${hashes.then}`;
  const cost =
    failure === undefined
      ? gas === undefined
        ? 'gas unknown until the steps before it are done'
        : `gas ${gas}`
      : `would fail now: ${failure}`;
  return `  ${titleOf(step)} (${cost})${change}`;
}

export function planJson(network: string, plans: ReadonlyMap<string, ChainPlan>): string {
  const chains = [...plans].map(([chain, plan]) =>
    plan.kind === 'fault'
      ? { chain, faults: plan.sentences }
      : { chain, open: plan.open, steps: plan.steps.map(stepJson) },
  );
  return JSON.stringify({ kind: 'plan', network, chains });
}

function stepJson({ step, gas, failure }: PlannedStep): object {
  const { kind, action, name, tables, forms, migrations, hashes, code } = step;
  return {
    kind,
    action,
    name,
    tables,
    forms,
    migrations,
    code,
    ...(hashes !== undefined && { hash: hashes.then, hashNow: hashes.now ?? null }),
    gas: gas === undefined ? null : Number(gas),
    ...(failure !== undefined && { failure }),
  };
}

export function endText(end: ChainEnd): string {
  switch (end.kind) {
    case 'done':
      return end.sent === 0
        ? 'nothing to do: everything is deployed'
        : `${counted(end.sent, 'transaction')}, gas ${end.gas}, verified`;
    case 'waiting':
      return `${counted(end.transactions, 'transaction')} to be signed by others`;
    case 'fault':
      return end.sentences.join('\n');
  }
}

export function endJson(network: string, ends: ReadonlyMap<string, ChainEnd>): string {
  const chains = [...ends].map(([chain, end]) => {
    switch (end.kind) {
      case 'done':
        return { chain, end: 'verified', sent: end.sent, gas: Number(end.gas) };
      case 'waiting':
        return { chain, end: 'waiting', sent: end.sent, transactions: end.transactions };
      case 'fault':
        return { chain, end: 'fault', sent: end.sent, faults: end.sentences };
    }
  });
  return JSON.stringify({ kind: 'end', network, chains });
}

export function chainsText(chains: readonly string[]): string {
  if (chains.length === 1) return `chain ${chains[0]}`;
  const ranges: string[] = [];
  for (let i = 0; i < chains.length;) {
    let j = i;
    while (Number(chains[j + 1]) === Number(chains[j]) + 1) j++;
    ranges.push(j > i + 1 ? `${chains[i]}-${chains[j]}` : chains.slice(i, j + 1).join(', '));
    i = j + 1;
  }
  return `chains ${ranges.join(', ')}`;
}
