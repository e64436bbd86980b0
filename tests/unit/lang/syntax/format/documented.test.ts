// The pairs of examples in docs/formatting.md.
import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { formatSource } from '../../../../../src/lang/syntax/format/format.ts';
import { read } from '../../../../support/project-files.ts';

const document = read('docs/formatting.md');
const pairs = [
  ...document.matchAll(
    /^### (.+)\n[^]*?^```pact\n([^]*?)^```\n\nbecomes\n\n```pact\n([^]*?)^```/gm,
  ),
].map(([, title = '', before = '', after = '']) => ({ title, before, after }));

test('every heading of the style has a pair of examples', () => {
  expect(pairs.map(({ title }) => title)).toEqual(
    [...document.matchAll(/^### (.+)$/gm)].map(([, title]) => title),
  );
});

test.each(pairs)('$title', ({ before, after }) => {
  expect(formatSource(new Source('before', before))).toEqual({ kind: 'formatted', text: after });
  expect(formatSource(new Source('after', after))).toEqual({ kind: 'formatted', text: after });
});
