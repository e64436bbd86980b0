// Every contract and script of the reference's own tests parses, except those that are meant to be refused.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { parseProgram } from '../../../../src/lang/syntax/parse.ts';
import { skipped } from '../../../support/skipped.ts';

const checkout = process.env['PACT_REFERENCE'] ?? '';
const isThere = checkout !== '' && existsSync(join(checkout, 'pact-tests'));

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(pact|repl)$/.test(path))
    .sort();
}

test.runIf(isThere)('the reference’s sources parse', () => {
  const sources = sourcesUnder(checkout);
  const refused = sources.filter((path) => {
    const source = new Source(path, readFileSync(join(checkout, path), 'utf8'));
    const dialect = path.endsWith('.repl') ? 'repl' : 'pact';
    return parseProgram(source, { dialect }).diagnostics.length > 0;
  });
  expect(sources.length).toBeGreaterThan(200);
  expect(refused).toEqual([]);
});

test.skipIf(isThere)(
  `the reference’s sources (PACT_REFERENCE names no checkout: ${skipped(true, 1)})`,
  () => undefined,
);
