// Modules that Pact 4 stored: they decode and pass their scripts, including gas.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import {
  lineInfo,
  MemoryDatabase,
  moduleDocument,
  readModuleDocument,
} from '../../../../src/lang/session/store.ts';
import { readLegacyModule, type ModuleData } from '../../../../src/lang/session/run.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

const folder = join(process.env['PACT_REFERENCE'] ?? '', 'pact-tests', 'legacy-serial-tests');

function read(text: string): ModuleData {
  const reading = readLegacyModule(text);
  if (reading.kind === 'fault') throw new Error(reading.reason);
  return reading.data;
}

describe.each([
  ['coin-v5', 'coin-v5.repl'],
  ['keccak-hasher', 'keccak-hasher.repl'],
  ['marmalade-v2', 'marmalade.repl'],
])('modules of Pact 4: %s', (name, script) => {
  it.skipIf(process.env['PACT_REFERENCE'] === undefined || !existsSync(folder))(
    'run (reference: legacy-serial-tests)',
    () => {
      const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.json'));
      expect(files.length).toBeGreaterThan(0);
      const database = new MemoryDatabase({ keepsHistory: true });
      for (const file of files) {
        const data = read(readFileSync(join(folder, name, file), 'utf8'));
        const document = moduleDocument(data, lineInfo);
        const again = readModuleDocument(document, lineInfo);
        expect(again === undefined ? [] : moduleDocument(again, lineInfo)).toEqual(document);
        database.writeModule(data);
      }
      const engine = new ReplEngine({
        host: {
          ...silentHost,
          readFile: (path) => ({ kind: 'text', text: readFileSync(path, 'utf8') }),
        },
        depthLimit: 2000,
        nestingLimit: 200,
        makeDatabase: () => database,
      });
      const path = join(folder, name, script);
      engine.run(new Source(path, readFileSync(path, 'utf8')));
      const { all } = engine.expectations;
      expect(all.filter(({ outcome }) => outcome.kind === 'failed')).toEqual([]);
      expect(all.length).toBeGreaterThan(0);
    },
  );
});
