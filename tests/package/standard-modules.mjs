// Standard modules from the packed file, in an empty folder: `(load "pact:coin")` and `pact require --stdlib`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const script = `(begin-tx "a token")
(load "pact:devnet")
(module token G
  (defcap G () true)
  (implements fungible-xchain-v1)
  (defcap TRANSFER_XCHAIN:bool (sender:string receiver:string amount:decimal target-chain:string)
    @managed amount TRANSFER_XCHAIN-mgr
    true)
  (defun TRANSFER_XCHAIN-mgr:decimal (managed:decimal requested:decimal) (- managed requested))
  (defcap TRANSFER_XCHAIN_RECD:bool
    (sender:string receiver:string amount:decimal source-chain:string)
    @event
    true)
  (defpact transfer-crosschain:string
    (sender:string receiver:string receiver-guard:guard target-chain:string amount:decimal)
    (step "left")
    (step "arrived"))
  (defun balance:decimal (account:string) (coin.get-balance account)))
(commit-tx)
(begin-tx "accounts")
(expect "sender00 has coins" 100000000.0 (token.balance "sender00"))
(commit-tx)
`;

/** `project`: a folder with the package. `pact`: runs the command there. */
export function checkStandardModules({ project, run, expectText }) {
  const folder = join(project, 'standard');
  mkdirSync(folder);
  writeFileSync(join(folder, 'token.repl'), script);
  const pact = (...args) => run('npx', ['--no', '--', 'pact', ...args], folder);
  expectText(pact('token.repl'), /^Load successful$/m);
  expectText(pact('test'), /1 passed/);
  expectText(pact('test', '-k'), /1 passed/);
  expectText(pact('check'), /no errors/);
  const written = pact('require', '--stdlib', 'coin');
  // The folder of pact.yaml may be one above.
  const [load] = /\(load ".*stdlib\/coin\/load\.repl"\)/.exec(written) ?? [];
  writeFileSync(join(folder, 'files.repl'), `${load} (coin.precision)`);
  expectText(pact('files.repl'), /^Load successful$/m);
}
