// An internal error while computing diagnostics is written to the editor's log, and the other documents get theirs.

import { expect, test, vi } from 'vitest';
import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { DiagnosticPusher } from '../../../../lsp/server/diagnostics.ts';
import type { ProjectFiles } from '../../../../lsp/server/projects.ts';
import { Session } from '../../../../lsp/server/session.ts';
import { defaultFormat } from '../../../../src/lang/syntax/format/form-rules.ts';
import { builtinSets } from '../../../../src/tools/repl/builtins/index.ts';

const files: ProjectFiles = {
  read: () => ({ kind: 'failure', reason: 'no such file' }),
  projectFolder: () => undefined,
  isWithin: () => true,
  list: () => [],
  around: () => [],
  settings: () => ({
    format: defaultFormat,
    ignoredRules: new Set(),
    pact4: false,
    testing: { seconds: undefined, gasLimit: undefined, fileGasLimit: undefined },
  }),
};

// Without `rootUri`, which is deprecated, but which the type still requires.
const params = { processId: null, capabilities: {} } as unknown as InitializeParams;

function newSession() {
  const sent: string[] = [];
  const logged: string[] = [];
  // The parts that pushing needs.
  const connection = {
    onInitialized: () => undefined,
    sendDiagnostics: ({ uri, diagnostics }: { uri: string; diagnostics: readonly unknown[] }) => {
      sent.push(`${uri} ${diagnostics.length}`);
      return Promise.reject(new Error('not taken'));
    },
    console: {
      error: (text: string) => logged.push(text.split('\n', 1)[0] ?? ''),
      info: (text: string) => logged.push(text),
    },
  } as unknown as Connection;
  const session = new Session(connection, params, {
    files,
    builtins: builtinSets,
    limits: { depthLimit: 1000, nestingLimit: 200, loadLimit: 20 },
    documentation: () => '',
    testProgram: new URL('file:///none'),
  });
  for (const uri of ['untitled:a', 'untitled:b']) {
    session.projects.put(session.documents.open(uri, 1, '(+ 1 true'));
  }
  return { session, sent, logged };
}

test('the documents after a faulty one are checked, and a refusal by the client stops nothing', async () => {
  const { session, sent, logged } = newSession();
  const view = session.view.bind(session);
  vi.spyOn(session, 'view').mockImplementation((uri) => {
    if (uri === 'untitled:a') throw new Error('broken');
    return view(uri);
  });
  new DiagnosticPusher(session).changed({ isOpening: true });
  await vi.waitUntil(() => sent.length > 0 && logged.length > 2, { timeout: 30_000 });
  expect(sent[0]).toMatch(/^untitled:b [1-9]/);
  expect(logged).toContain('internal error of the language server: Error: broken');
  expect(logged).toContain('the editor did not accept a message: not taken');
});
