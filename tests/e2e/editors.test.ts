// Real editors with the snippets of docs/editors.md: they attach to the server, show diagnostics and documentation, rename
// and format, and the saved file equals the golden one. Editors that are not installed are reported as skipped.
import { afterAll, describe, expect, test } from 'vitest';
import { EditorSession, isInstalled, sessionGolden, snippet } from '../support/editor-session.ts';

const sessions: EditorSession[] = [];
afterAll(() => {
  for (const session of sessions) session.end();
});

function newSession(): EditorSession {
  const session = new EditorSession();
  sessions.push(session);
  return session;
}

const neovim = `
local function say(name, value) io.stdout:write(name .. ': ' .. vim.inspect(value) .. '\\n') end
local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  for _, answer in pairs(answers or {}) do return answer.result end
end
vim.cmd('edit faulty.pact')
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  if found.severity == 1 then say('diagnostic', { found.lnum, found.col, found.message }) end
end
vim.cmd('edit session.pact')
vim.wait(60000, function() return #vim.lsp.buf_get_clients(0) > 0 end)
vim.fn.cursor(4, 1)
vim.fn.search('format')
local hover = request('textDocument/hover', vim.lsp.util.make_position_params())
say('hover', hover and vim.lsp.util.convert_input_to_markdown_lines(hover.contents))
vim.fn.search('first')
local params = vim.lsp.util.make_position_params()
params.newName = 'primary'
vim.lsp.util.apply_workspace_edit(request('textDocument/rename', params), 'utf-16')
local edits = request('textDocument/formatting', vim.lsp.util.make_formatting_params({ tabSize = 2, insertSpaces = true }))
vim.lsp.util.apply_text_edits(edits or {}, 0, 'utf-16')
vim.cmd('write')
vim.cmd('qall!')
`;

describe.skipIf(!isInstalled('nvim'))('Neovim (nvim)', () => {
  test('diagnostics, documentation, renaming and formatting', () => {
    const session = newSession();
    session.write('init.lua', snippet('lua'));
    const run = session.write('session.lua', neovim);
    const args = [
      '--headless',
      '-u',
      'init.lua',
      '-i',
      'NONE',
      '-n',
      '-c',
      `luafile ${run}`,
      '-c',
      'qall!',
    ];
    const output = session.run('nvim', args);
    expect(output).toMatch(/diagnostic: \{ 2, 22, .*nowhere/);
    expect(output).toMatch(/hover: .*format/s);
    expect(session.read('session.pact')).toBe(sessionGolden);
  });
});

const emacs = `
(setq eglot-sync-connect 60 eglot-autoshutdown t eglot-connect-timeout 60)
(require 'eglot)
(defun say (name value) (princ (format "%s: %S\\n" name value)))
(defun wait-until (ready)
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall ready)) (< (float-time) end)) (accept-process-output nil 0.1))))
(setq project-find-functions (list (lambda (_) (cons 'transient default-directory))))
(find-file "faulty.pact")
(apply #'eglot--connect (eglot--guess-contact))
(eglot--maybe-activate-editing-mode)
(flymake-mode 1)
(wait-until (lambda () (flymake-start) (flymake-diagnostics)))
(dolist (found (flymake-diagnostics))
  (say "diagnostic" (list (line-number-at-pos (flymake-diagnostic-beg found)) (flymake-diagnostic-text found))))
(find-file "session.pact")
(eglot--maybe-activate-editing-mode)
(goto-char (point-min))
(search-forward "format")
(backward-char 2)
(say "hover" (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams)))
(search-forward "(first")
(backward-char 2)
(eglot-rename "primary")
(eglot-format-buffer)
(save-buffer)
`;

const hasEglot = isInstalled('emacs', ['--batch', '--eval', "(require 'eglot)"]);

describe.skipIf(!hasEglot)('Emacs with eglot (emacs, elpa-eglot)', () => {
  test('diagnostics, documentation, renaming and formatting', () => {
    const session = newSession();
    const start = session.write('init.el', snippet('elisp'));
    const run = session.write('session.el', emacs);
    const output = session.run('emacs', ['--batch', '-l', start, '-l', run]);
    expect(output).toMatch(/diagnostic: \(3 .*nowhere/);
    expect(output).toMatch(/hover: .*format/s);
    expect(session.read('session.pact'), output).toBe(sessionGolden);
  });
});

describe.skipIf(!isInstalled('kak', ['-version']))('Kakoune (kak)', () => {
  test('the file type and its comments', () => {
    const session = newSession();
    session.write('snippet.kak', snippet('kak'));
    const answer = 'echo -to-file answer.txt %opt{filetype} %opt{comment_line}';
    const commands = `source snippet.kak; edit session.pact; ${answer}`;
    const failed = 'echo -to-file answer.txt %val{error}';
    session.run('kak', ['-ui', 'dummy', '-e', `try %§ ${commands} § catch %§ ${failed} §; quit!`]);
    expect(session.read('answer.txt').trim()).toBe('pact ;');
  });
});
