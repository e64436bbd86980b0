// Random transactions through two nodes that must agree. `npm run pairs -- --kind node` does the same for longer.

import { expect, test } from 'vitest';
import { actsOf } from '../pairs/node/acts.ts';
import { play } from '../pairs/node/play.ts';
import { runCount } from '../support/run-count.ts';

test('blocks of a mempool are valid elsewhere, and give the same states and results', async () => {
  const all = { succeeded: 0, failed: 0, takenBack: 0 };
  for (let seed = 0; seed < runCount(2); seed++) {
    const { difference, counts } = await play(actsOf(90_000_000 + seed));
    expect(difference).toBeUndefined();
    all.succeeded += counts.succeeded;
    all.failed += counts.failed;
    all.takenBack += counts.takenBack;
  }
  expect(all.succeeded).toBeGreaterThan(0);
  expect(all.failed).toBeGreaterThan(0);
  expect(all.takenBack).toBeGreaterThan(0);
});
