// Errors as users see them. Editors and CI parse the layout of the lines.
import { expect, test } from 'vitest';
import { text } from '../../../../src/base/doc.ts';
import { noSpan, Source, Span } from '../../../../src/base/span.ts';
import { evalError, type StackFrameView } from '../../../../src/lang/diagnostics/error.ts';
import {
  renderError,
  renderSlice,
  reportText,
  spanText,
} from '../../../../src/lang/diagnostics/render.ts';

/** Returns the span of `part` in a source named `bank.repl`. */
function spanOf(content: string, part: string): Span {
  const start = content.indexOf(part);
  return new Span(new Source('bank.repl', content), start, start + part.length);
}

const program = '(module m G\n  (defcap G () true)\n  (foo 1))\n';
const unbound = (span: Span) => evalError('UnboundTermVariable', { name: 'foo' }, span);

test('message, source line, carets', () => {
  expect(renderError(unbound(spanOf(program, 'foo')))).toBe(
    ['bank.repl:3:3: Unbound variable foo', ' 3 |   (foo 1))', '   |    ^^^', '', ''].join('\n'),
  );
});

test('a report of the typechecker ends with the advice, if there is any', () => {
  const error = unbound(spanOf(program, 'foo'));
  const lines = ['Unbound variable foo', 'bank.repl:3:3', ' 3 |   (foo 1))', '   |    ^^^'];
  expect(reportText(error)).toBe(lines.join('\n'));
  expect(reportText(error.withHint('Did you mean m.foo?'))).toBe(
    [...lines, 'Did you mean m.foo?'].join('\n'),
  );
});

test('the carets of a span over lines are below its first line', () => {
  expect(renderError(unbound(spanOf(program, program.trim())))).toBe(
    [
      'bank.repl:1:0: Unbound variable foo',
      ' 1 | (module m G',
      '   | ^^^^^^^^^^^',
      ' 2 |   (defcap G () true)',
      ' 3 |   (foo 1))',
      '',
      '',
    ].join('\n'),
  );
});

test('an excerpt has at most six lines', () => {
  const lines = (count: number) => `(list\n${'  1\n'.repeat(count - 2)}  2)\n`;
  const excerpt = (count: number) => renderSlice(spanOf(lines(count), lines(count).trim()));
  expect(excerpt(5).split('\n')).toEqual([
    ' 1 | (list',
    '   | ^^^^^',
    ' 2 |   1',
    ' 3 |   1',
    ' 4 |   1',
    ' 5 |   2)',
  ]);
  expect(excerpt(6).split('\n')).toEqual([
    ' 1 | (list',
    '   | ^^^^^',
    ' 2 |   1',
    ' 3 |   1',
    ' 4 |   1',
    '   | ...',
  ]);
  const [first, carets] = renderSlice(spanOf('(a\n', '(a\n')).split('\n');
  expect([first, carets]).toEqual([' 1 | (a', '   | ^^']);
});

test('carets are below their word in a line with tabs', () => {
  expect(renderSlice(spanOf('\t(a\tfoo)', 'foo'))).toBe(' 1 | \t(a\tfoo)\n   | \t  \t^^^');
});

test('a span that ends on a longer line number is padded for it', () => {
  const long = `${'x\n'.repeat(8)}(a\nb)\n`;
  expect(
    renderError(unbound(spanOf(long, '(a\nb)')))
      .split('\n')
      .slice(1, 4),
  ).toEqual(['  9 | (a', '    | ^^', ' 10 | b)']);
});

test('columns are code points, and nothing is shown beyond the text', () => {
  expect(renderSlice(spanOf('"😀😀" foo', 'foo'))).toBe(' 1 | "😀😀" foo\n   |      ^^^');
  expect(renderSlice(noSpan)).toBe('   | ^');
});

test("the call stack, innermost first, with positions like the error's", () => {
  const span = spanOf(program, 'foo');
  const frame = (name: string, ...args: string[]): StackFrameView => ({
    name,
    args: () => args.map(text),
    kind: 'defun',
    span,
  });
  const error = evalError('PointNotOnCurve', {}, span, [frame('m.f.{h}', '1', '2'), frame('m.g')]);
  expect(renderError(error).split('\n').slice(3)).toEqual([
    '  at(m.f.{h} 1 2):bank.repl:3:3',
    '  at(m.g):bank.repl:3:3',
    '',
  ]);
  expect(spanText(span)).toBe('bank.repl:3:3-3:6');
  expect(spanText(span, 0)).toBe('bank.repl:2:3-2:6');
});

test('hints come last and are indented', () => {
  const error = unbound(spanOf(program, 'foo')).withNamesInScope(() => ['bar', 'fo', 'food']);
  expect(renderError(error, { hints: true }).split('\n').slice(3)).toEqual([
    '',
    '  E0301: Nothing with this name is defined here. Check the spelling, and that the module that ' +
      'defines it is loaded or imported.',
    '  Did you mean fo or food?',
    '',
  ]);
});

test('colours change nothing else', () => {
  const error = unbound(spanOf(program, 'foo'));
  const coloured = renderError(error, { colour: true, hints: true });
  expect(coloured).toContain('\u001b[');
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(renderError(error, { hints: true }));
});

test('of a long line only the part around the error is shown', () => {
  const long = `(list ${'x '.repeat(1000)} (foo) ${'y '.repeat(1000)})`;
  const [, line = '', carets = ''] = renderError(unbound(spanOf(long, '(foo)'))).split('\n');
  expect(line.length).toBeLessThan(520);
  expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('(foo)');
});

test('the carets of a long span are cut with its line', () => {
  const long = `(foo ${'x '.repeat(1000)})`;
  const [, line = '', carets = ''] = renderError(unbound(spanOf(long, long))).split('\n');
  expect(line.length).toBe(carets.length);
});
