// Generated files say what their sources say; `npm run generate` renews them.
import { expect, test } from 'vitest';
import { generated } from '../generate/index.ts';
import { read, stands } from '../support/project-files.ts';

test.each(generated)('$path is fresh', ({ path, text }) => {
  const current = stands(path) ? read(path) : '';
  expect(text(current)).toBe(current);
});
