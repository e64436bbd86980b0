// Real editors without a screen: they attach, show diagnostics and hover, rename and format a file with
// characters of two UTF-16 units and lines that end with CRLF. Skipped where the editor is not installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { command } from '../support/command.ts';

const given = [
  '; 🙂 é',
  '(module m G',
  '(defcap G () (enforce-keyset "🙂"))',
  '  (defun f:integer (a:integer) @doc "🙂🙂" (g a))',
  '      (defun g:integer (b:integer) (+ b unknown)))',
  '',
].join('\r\n');

/** `g` is `renamed`, and lines begin where `pact fmt` puts them. */
const wanted = [
  '; 🙂 é',
  '(module m G',
  '  (defcap G () (enforce-keyset "🙂"))',
  '  (defun f:integer (a:integer) @doc "🙂🙂" (renamed a))',
  '  (defun renamed:integer (b:integer) (+ b unknown))',
  ')',
  '',
].join('\r\n');

const folder = mkdtempSync(join(tmpdir(), 'pact-editor-'));
const file = join(folder, 'm.pact');
const report = join(folder, 'report.json');
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hasNeovim = spawnSync('nvim', ['--version']).status === 0;

const neovim = `
vim.cmd('silent edit ${file}')
local id = vim.lsp.start_client({
  cmd = { '${process.execPath}', '${command}', 'lsp', '--stdio' },
  root_dir = '${folder}',
})
vim.lsp.buf_attach_client(0, id)
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end)
local function ask(method, more)
  vim.api.nvim_win_set_cursor(0, { 4, (string.find(vim.fn.getline(4), '(g a)', 1, true)) })
  local params = vim.tbl_extend('force', vim.lsp.util.make_position_params(), more or {})
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000)) do return answer.result end
end
local found = vim.diagnostic.get(0)
local hover = ask('textDocument/hover')
vim.lsp.util.apply_workspace_edit(ask('textDocument/rename', { newName = 'renamed' }), 'utf-16')
vim.lsp.buf.formatting_sync(nil, 60000)
vim.cmd('silent write')
local out = io.open('${report}', 'w')
out:write(vim.fn.json_encode({ found = found, hover = hover.contents.value }))
out:close()
vim.lsp.stop_client(id)
vim.cmd('qall!')
`;

test.skipIf(!hasNeovim)('Neovim shows diagnostics and hover, renames and formats', () => {
  writeFileSync(file, given);
  const script = join(folder, 'session.lua');
  writeFileSync(script, neovim);
  const args = [
    '--headless',
    '-u',
    'NONE',
    '-i',
    'NONE',
    '-n',
    '-c',
    `luafile ${script}`,
    '-c',
    'qall!',
  ];
  const { stderr } = spawnSync('nvim', args, { encoding: 'utf8', timeout: 100_000 });
  expect(stderr.trim()).toBe('');
  const { found, hover } = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly found: readonly {
      readonly code: string;
      readonly lnum: number;
      readonly col: number;
    }[];
    readonly hover: string;
  };
  expect(found[0]).toMatchObject({ code: 'E0301', lnum: 4, col: 40 });
  expect(hover).toContain('g:integer (b:integer)');
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
