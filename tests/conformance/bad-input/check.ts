// Runs cases of bad input in threads, which may crash, and compares the outcomes.

import { afterAll, describe, expect, test } from 'vitest';
import {
  commandStack,
  IsolatedRunner,
  smallStack,
  type IsolatedOutcome,
} from '../../support/isolated.ts';
import type { BadInput } from './case.ts';

const runners = {
  'on the stack of the command': () => new IsolatedRunner(commandStack),
  'with low limits': () => new IsolatedRunner(commandStack, { lengths: 'low' }),
  'on a small stack': () => new IsolatedRunner(smallStack),
  'in little memory': () => new IsolatedRunner(commandStack, { memoryMb: 256 }),
};

export type Where = keyof typeof runners;

export function checkBadInput(kind: string, where: Where, cases: readonly BadInput[]): void {
  describe(`${kind}, ${where}`, () => {
    const runner = runners[where]();
    afterAll(() => runner.close());
    test.each(cases)('$title', { timeout: 90_000 }, async ({ program, gives }) => {
      const outcome = await runner.run(program);
      expect(fits(outcome, gives), describeOutcome(outcome, gives)).toBe(true);
    });
  });
}

function fits(outcome: IsolatedOutcome, gives: string): boolean {
  if (gives === '?') return outcome.kind === 'result' || outcome.kind === 'error';
  if (gives.startsWith('!')) {
    return outcome.kind === 'error' && `${outcome.name}: ${outcome.text}`.includes(gives.slice(1));
  }
  if (outcome.kind !== 'result') return false;
  if (gives === '...') return true;
  const length = /^\[(\d+)\]$/.exec(gives)?.[1];
  return outcome.text === gives || (length !== undefined && outcome.length === Number(length));
}

function describeOutcome(outcome: IsolatedOutcome, gives: string): string {
  return `expected ${gives.slice(0, 300)}, got ${JSON.stringify(outcome).slice(0, 3000)}`;
}
