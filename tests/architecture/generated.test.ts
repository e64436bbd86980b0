// Generated files are up to date; `npm run generate` writes them.
import { expect, test } from 'vitest';
import { generated } from '../generate/index.ts';
import { read, stands } from '../support/project-files.ts';

test.each(generated)('$path is up to date', ({ path, text }) => {
  const current = stands(path) ? read(path) : '';
  expect(text(current)).toBe(current);
});
