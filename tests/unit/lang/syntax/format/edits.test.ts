import { expect, test } from 'vitest';
import { Source } from '../../../../../src/base/span.ts';
import { formatEdits, type TextEdit } from '../../../../../src/lang/syntax/format/edits.ts';
import { formatSource } from '../../../../../src/lang/syntax/format/format.ts';
import { ownPrograms } from '../../../../support/corpus.ts';

function apply(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let end = 0;
  for (const edit of edits) {
    expect(edit.start).toBeGreaterThanOrEqual(end);
    result += text.slice(end, edit.start) + edit.text;
    end = edit.end;
  }
  return result + text.slice(end);
}

test('all edits together format the text', () => {
  for (const text of ownPrograms()) {
    const outcome = formatSource(new Source('whole', text));
    const edited = apply(text, formatEdits(new Source('edited', text)));
    expect(edited).toBe(outcome.kind === 'formatted' ? outcome.text : text);
  }
});

test('formatted text needs no edit', () => {
  expect(formatEdits(new Source('test', '(f 1)\n'))).toEqual([]);
});

test('edits are as small as they can be', () => {
  expect(formatEdits(new Source('test', '(f  1)\n'))).toEqual([{ start: 3, end: 4, text: '' }]);
});

test('a range changes its lines only', () => {
  const text = '( f )\n(g\n      1 )\n( h )\n';
  const range = { start: text.indexOf('1'), end: text.indexOf('1') };
  const edits = formatEdits(new Source('test', text), { range });
  expect(apply(text, edits)).toBe('( f )\n(g\n      1)\n( h )\n');
});

test('faulty source gets no edits', () => {
  expect(formatEdits(new Source('test', '( f'))).toEqual([]);
});
