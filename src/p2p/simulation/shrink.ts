// A smaller simulation that still fails: without what does not matter, and shorter.

import type { Timer } from '../../base/ports/time.ts';
import { simulate, type SimulationOutcome, type SimulationSettings } from './run.ts';

export type Shrunk = {
  readonly settings: SimulationSettings;
  readonly outcome: SimulationOutcome;
  /** Runs that were needed. */
  readonly runs: number;
};

/** Shorter ones have no time for faults and for healing after them. */
const minLengthMs = 180_000;

/** Returns `undefined` if the simulation does not fail. */
export async function shrink(
  settings: SimulationSettings,
  timer: Pick<Timer, 'soon'>,
): Promise<Shrunk | undefined> {
  let runs = 1;
  const fails = async (tried: SimulationSettings): Promise<SimulationOutcome | undefined> => {
    runs += 1;
    const outcome = await simulate(tried, timer);
    return outcome.violations.length > 0 ? outcome : undefined;
  };
  const first = await simulate(settings, timer);
  if (first.violations.length === 0) return undefined;
  let best: Omit<Shrunk, 'runs'> = { settings, outcome: first };
  if (first.attacker !== undefined) {
    const tried = { ...settings, attack: 'none' } as const;
    const outcome = await fails(tried);
    if (outcome !== undefined) best = { settings: tried, outcome };
  }
  const happened = settings.faults ?? [...first.plan.keys()];
  for (const at of happened) {
    const faults = (best.settings.faults ?? happened).filter((each) => each !== at);
    const tried = { ...best.settings, faults };
    const outcome = await fails(tried);
    if (outcome !== undefined) best = { settings: tried, outcome };
  }
  // The same faults follow each other sooner.
  for (let lengthMs = shorter(best); lengthMs >= minLengthMs; lengthMs = shorter(best)) {
    const tried = { ...best.settings, lengthMs };
    const outcome = await fails(tried);
    if (outcome === undefined) break;
    best = { settings: tried, outcome };
  }
  return { ...best, runs };
}

/** Whole minutes. */
const shorter = ({ settings }: { readonly settings: SimulationSettings }): number =>
  Math.floor((settings.lengthMs / minuteMs) * 0.8) * minuteMs;

const minuteMs = 60_000;
