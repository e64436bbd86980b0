// A reporter of Vitest that writes tests/durations.json: `npm run record:durations`, on a machine that does nothing else.

import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { durationsFile, pathOf, shortestListed } from './durations.ts';

class RecordDurations implements Reporter {
  private root = '';

  onInit({ config }: Vitest): void {
    this.root = config.root;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const all = modules.map((module): readonly [path: string, seconds: number] => {
      const seconds = module.diagnostic().duration / 1000;
      return [pathOf(module.moduleId, this.root), Math.round(seconds * 10) / 10];
    });
    const listed = all.filter(([, seconds]) => seconds >= shortestListed);
    listed.sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(durationsFile, `${JSON.stringify(Object.fromEntries(listed), undefined, 2)}\n`);
  }
}

// Vitest takes a reporter as the default export.
export { RecordDurations as default };
