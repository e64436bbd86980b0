// Tests in the editor: discovery, runs, and their results.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CancellationTokenSource,
  type CodeLens,
  type InlayHint,
  type Range,
} from 'vscode-languageserver/node';
import type { DiscoverResult, EventParams, RunResult } from '../../lsp/protocol/tests.ts';
import { folderWith } from '../support/command.ts';
import { LanguageClient } from '../support/language-client.ts';

const script = `; 🙂
(begin-tx "load") (load "../contracts/m.pact") (commit-tx)
(begin-tx "sums")
(expect "🙂 three" 3 (m.add 1 2))
(expect "four" 5 (m.add 2 2))
(expect-failure "stops" "other" (m.stop))
(commit-tx)
`;

const contractText = `(module m G
  (defcap G () true)
  (defun add (a b) (+ a b))
  (defun stop () (enforce false "halt"))
  (defun never () 1))
`;

const place = folderWith({
  'pact.yaml': 'sources: [contracts]\ntests: [tests]\n',
  'contracts/m.pact': contractText,
  'tests/m.repl': script,
  'tests/endless.repl':
    '(expect "slow" 1 (length (map (lambda (n) (fold (+) n (enumerate 1 10000))) (enumerate 1 1000000))))',
});
const uriOf = (path: string): string => pathToFileURL(join(place.path, path)).href;
const uri = uriOf('tests/m.repl');

let client: LanguageClient;
const events: EventParams[] = [];
beforeAll(async () => {
  client = await LanguageClient.start({ folder: place.path });
  client.connection.onNotification('pact/testEvent', (params: EventParams) => {
    events.push(params);
  });
});
afterAll(async () => {
  expect(await client.end()).toBe(0);
  expect(client.stderr).toBe('');
  place.remove();
});

/** In UTF-16 units. */
function textOf({ start, end }: Range, text = script): string {
  const lines = text.split('\n');
  if (start.line !== end.line) return `${lines[start.line]?.slice(start.character) ?? ''}...`;
  return lines[start.line]?.slice(start.character, end.character) ?? '';
}

const run = async (params: object): Promise<RunResult> => {
  events.length = 0;
  return client.request<RunResult>('pact/runTests', params);
};

test('the tests of the workspace are found', async () => {
  const { files } = await client.request<DiscoverResult>('pact/discoverTests', {});
  expect(files.map((file) => file.uri)).toEqual([uriOf('tests/endless.repl'), uri]);
  const shown = files[1]?.tests.map(({ id, range, children = [] }) => [
    `${id}: ${textOf(range)}`,
    ...children.map((each) => `${each.id}: ${textOf(each.range)}`),
  ]);
  expect(shown).toEqual([
    ['load: (begin-tx "load") (load "../contracts/m.pact") (commit-tx)'],
    [
      'sums: (begin-tx "sums")...',
      'sums/🙂 three: (expect "🙂 three" 3 (m.add 1 2))',
      'sums/four: (expect "four" 5 (m.add 2 2))',
      'sums/stops: (expect-failure "stops" "other" (m.stop))',
    ],
  ]);
});

test('a run reports each test, with coverage and progress', async () => {
  const progress: { readonly kind: string }[] = [];
  client.connection.onNotification('$/progress', ({ value }: { value: { kind: string } }) => {
    progress.push(value);
  });
  const result = await run({ files: [{ uri }], coverage: true, run: 7, workDoneToken: 'token' });
  expect(result).toMatchObject({
    passed: 1,
    failed: 2,
    files: [{ uri, status: 'failed' }],
    coverage: [
      {
        uri: uriOf('contracts/m.pact'),
        functions: [
          {},
          { name: 'm.add', count: 2 },
          { name: 'm.stop' },
          { name: 'm.never', count: 0 },
        ],
      },
    ],
  });
  expect(events.every((each) => each.run === 7)).toBe(true);
  const lines = events.map(({ event }) => {
    const range = 'range' in event ? ` ${textOf(event.range)}` : '';
    return `${event.kind}${range}`;
  });
  expect(lines).toEqual([
    'file-began',
    'block-began (begin-tx "load")',
    'block-ended (begin-tx "load")',
    'block-began (begin-tx "sums")',
    'expectation (expect "🙂 three" 3 (m.add 1 2))',
    'expectation (expect "four" 5 (m.add 2 2))',
    'expectation (expect-failure "stops" "other" (m.stop))',
    'block-ended (begin-tx "sums")',
    'file-ended',
  ]);
  expect(events[5]?.event).toMatchObject({
    uri,
    id: 'sums/four',
    status: 'failed',
    expected: '5',
    actual: '4',
  });
  expect(events[6]?.event).toMatchObject({
    stack: [
      { uri: uriOf('contracts/m.pact'), text: expect.stringContaining('halt') as unknown },
      { uri: uriOf('contracts/m.pact'), text: 'm.stop', calledAt: { uri } },
    ],
  });
  expect(progress.map(({ kind }) => kind)).toEqual(['begin', 'report', 'end']);
});

test('unsaved text is run', async () => {
  client.open(uri, script.replace('5 (m.add 2 2)', '4 (m.add 2 2)'));
  client.open(
    uriOf('contracts/m.pact'),
    '(module m G (defcap G () true) (defun add (a b) (+ a b)) (defun stop () (enforce false "other")))',
  );
  expect(await run({ files: [{ uri }] })).toMatchObject({ passed: 3, failed: 0 });
  client.close(uriOf('contracts/m.pact'));
  client.close(uri);
});

test('only the requested results are sent', async () => {
  expect(await run({ files: [{ uri, ids: ['sums/four'] }] })).toMatchObject({
    passed: 0,
    failed: 1,
  });
  const ids = events.flatMap(({ event }) => (event.kind === 'expectation' ? [event.id] : []));
  expect(ids).toEqual(['sums/four']);
  expect(await run({ files: [{ uri, ids: ['sums'] }] })).toMatchObject({ passed: 1, failed: 2 });
});

test('failures are diagnostics until the text changes', async () => {
  client.open(uri, script);
  await client.diagnosticsOf(uri);
  await run({ files: [{ uri }] });
  const failures = async () => {
    for (;;) {
      const all = (client.diagnostics.get(uri)?.diagnostics ?? []).filter(
        ({ source }) => source === 'pact test',
      );
      if (all.length > 0) return all;
      await new Promise((go) => setTimeout(go, 20));
    }
  };
  const found = await failures();
  expect(found.map(({ range, message }) => `${textOf(range)} ${JSON.stringify(message)}`)).toEqual([
    '(expect "four" 5 (m.add 2 2)) "four: expected 5, received 4"',
    expect.stringContaining('(expect-failure "stops" "other" (m.stop)) "stops: '),
  ]);
  expect(found[1]?.relatedInformation).toMatchObject([
    { location: { uri: uriOf('contracts/m.pact'), range: { start: { line: 3 } } } },
    { location: { uri }, message: 'm.stop is called here' },
  ]);
  client.change(uri, { text: `${script}; more` });
  const after = await client.diagnosticsOf(uri);
  expect(after.filter(({ source }) => source === 'pact test')).toEqual([]);
  client.close(uri);
});

test('gas of a run is shown in scripts, above functions and on hover', async () => {
  const contract = uriOf('contracts/m.pact');
  client.open(uri, script);
  client.open(contract, contractText);
  await run({ files: [{ uri }] });
  const end = { line: 6, character: 0 };
  const range = { start: { line: 0, character: 0 }, end };
  const hints = await client.request<InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri },
    range,
  });
  const gasOf = (line: number) =>
    hints
      .filter(
        ({ position, label }) =>
          position.line === line && typeof label === 'string' && label.endsWith(' gas'),
      )
      .map(({ label }) => label);
  expect(gasOf(3)).toEqual([expect.stringMatching(/^\d+(\.\d+)? gas$/)]);
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri: contract },
  });
  const titles = lenses.flatMap(({ command }) => command?.title ?? []);
  expect(titles).toEqual([
    expect.stringMatching(/ gas per call$/),
    expect.stringMatching(/per call$/),
  ]);
  const hover = async () => {
    const place = { textDocument: { uri: contract }, position: { line: 2, character: 9 } };
    const { contents } = await client.request<{ contents: { value: string } }>(
      'textDocument/hover',
      place,
    );
    return contents.value;
  };
  expect(await hover()).toMatch(/per call on average, over 2 calls in the last test run/);
  client.change(contract, { text: `${contractText}; changed` });
  expect(await hover()).not.toMatch(/test run/);
  client.close(contract);
  client.close(uri);
});

test('limits of pact.yaml apply to a run in an editor', async () => {
  const limited = folderWith({
    'pact.yaml': 'tests: [.]\ntesting:\n  gasLimit: 50\n',
    'a.repl': '(expect "sum" 1 (fold (+) 0 (enumerate 1 1000)))',
  });
  const other = await LanguageClient.start({ folder: limited.path });
  const { files } = await other.request<RunResult>('pact/runTests', {
    files: [{ uri: pathToFileURL(join(limited.path, 'a.repl')).href }],
  });
  expect(files[0]?.problem).toMatch(/^used more than 50 gas/);
  expect(await other.end()).toBe(0);
  limited.remove();
});

test('a run that is cancelled ends, and the server still answers', async () => {
  const source = new CancellationTokenSource();
  const running = client.connection.sendRequest(
    'pact/runTests',
    { files: [{ uri: uriOf('tests/endless.repl') }] },
    source.token,
  );
  const hover = await client.request('pact/discoverTests', { textDocument: { uri } });
  expect(hover).toMatchObject({ files: [{ uri }] });
  source.cancel();
  await expect(running).rejects.toMatchObject({ code: -32800 });
  expect(await run({ files: [{ uri }] })).toMatchObject({ failed: 2 });
});

test.each([[{}], [{ files: 'all' }], [{ files: [{}] }]])(
  'a run of %j is refused with a reason',
  async (params) => {
    await expect(run(params)).rejects.toThrow('needs files, each with a uri');
  },
);

test('a script that does not exist fails', async () => {
  expect(await run({ files: [{ uri: uriOf('tests/gone.repl') }] })).toMatchObject({
    files: [{ status: 'failed' }],
  });
});
