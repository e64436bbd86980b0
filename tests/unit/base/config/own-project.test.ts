// This project's own contracts and scripts are formatted as its project file says, and have no lint findings.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { formatSource } from '../../../../src/lang/syntax/format/format.ts';
import { defaultFormat } from '../../../../src/lang/syntax/format/form-rules.ts';
import { lintSource } from '../../../../src/tools/lint/lint.ts';
import { readProject } from '../../../../src/base/config/project.ts';
import { filesUnder, read } from '../../../support/project-files.ts';

const answer = readProject(read('pact.yaml'));
const project = answer.ok ? answer.value : undefined;
const folders = project?.sources?.map(({ text }) => text) ?? [];
const files = filesUnder(folders, /\.(pact|repl)$/);

test('there are contracts and scripts', () => {
  expect(files.length).toBeGreaterThan(10);
});

test.each(files)('%s is formatted', (path) => {
  const text = read(path);
  const options = { ...defaultFormat, width: project?.format.width ?? defaultFormat.width };
  expect(formatSource(new Source(path, text), options)).toEqual({ kind: 'formatted', text });
});

test.each(files)('the linter finds nothing in %s', (path) => {
  const linted = lintSource(new Source(path, read(path)), { isContract: path.endsWith('.pact') });
  expect(linted).toEqual({ kind: 'linted', findings: [] });
});
