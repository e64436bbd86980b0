// Contracts that every chain has: the standard module is used if a contract is opened alone.

import { describe, expect, it } from 'vitest';
import { definitionAt } from '../../../../../src/tools/analysis/services/references.ts';
import { hoverAt } from '../../../../../src/tools/analysis/services/hover.ts';
import { prepareRename } from '../../../../../src/tools/analysis/services/rename.ts';
import { atCursor, workspaceOf } from '../../../../support/workspace.ts';

const token = `(module token G
  (implements fungible-xchain-v1)
  (use coin [transfer])
  (defcap G () true)
  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @managed amount TRANSFER_XCHAIN-mgr
    true)
  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal) 0.0)
  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @event
    true)
  (defun guard-of (account) (at 'guard (coin.details account)))
  (defun pay (a b) (transfer a b 1.0) (coin.$0transfer a b 1.0))
  (defun name-of (g) (ns.create-principal-namespace g)))`;

const codes = (files: Readonly<Record<string, string>>, path: string): readonly string[] =>
  workspaceOf(files)
    .snapshot()
    .analysis(path)
    .diagnostics.map(({ error }) => `${error.code} ${error.message.replace(/\s+/g, ' ')}`);

describe('modules of every chain', () => {
  it('let a contract that is opened alone use coin and the interfaces of tokens', () => {
    expect(codes({ 'token.pact': token.replace('$0', '') }, 'token.pact')).toEqual([]);
  });

  it('are used to check calls', () => {
    const text = '(module m G (defcap G () true) (defun f () (coin.transfer "a" "b" 1)))';
    expect(codes({ 'm.pact': text }, 'm.pact')).toHaveLength(1);
  });

  it('are not used in scripts, which must load the contract itself', () => {
    const files = { 'token.pact': token.replace('$0', ''), 'a.repl': '(load "token.pact")' };
    expect(codes(files, 'token.pact').join()).toContain('coin');
  });

  it("yield to the project's own contracts", () => {
    const files = {
      'coin.pact': '(module coin G (defcap G () true) (defun own () 1))',
      'm.pact': '(module m G (defcap G () true) (defun f () (coin.own)))',
    };
    expect(codes(files, 'm.pact')).toEqual([]);
  });

  it('are targets of navigation, but nothing in them is renamed', () => {
    const { snapshot, path, offset } = atCursor(token);
    const [place] = definitionAt(snapshot, path, offset);
    expect(place?.path).toBe('pact:coin/coin.pact');
    const text = snapshot.document('pact:coin/coin.pact')?.text ?? '';
    expect(text.slice(place?.nameSpan.start, place?.nameSpan.end)).toBe('transfer');
    expect(hoverAt(snapshot, path, offset)?.signature).toBe(
      '(defun coin.transfer:string (sender:string receiver:string amount:decimal))',
    );
    expect(prepareRename(snapshot, path, offset)).toMatchObject({ kind: 'refused' });
  });
});
