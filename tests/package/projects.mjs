// One view of a project from the packed file: `check`, `index`, `doc` and `types` find the same modules, and agree.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const files = {
  'pact.yaml': 'sources: [src]\ntests: [tests]\n',
  'requirements/payable.pact': `(interface payable
  (defschema receipt payer:string amount:decimal)
  (defcap PAID_IN_FULL:bool (payer:string amount:decimal) @event)
  (defun pay:object{receipt} (payer:string amount:decimal)))`,
  'src/shop.pact': `(module shop G
  (defcap G () true)
  (implements payable)
  (defcap PAID_IN_FULL:bool (payer:string amount:decimal) @event true)
  (defun pay:object{payable.receipt} (payer:string amount:decimal)
    (emit-event (PAID_IN_FULL payer amount))
    {"payer": payer, "amount": amount}))`,
  // No script loads it.
  'src/deep/er/unused.pact':
    '(module unused G (defcap G () true) (defun f (p:string) (shop.pay p 1.0)))',
  'tests/shop.repl':
    '(load "../requirements/payable.pact")\n(load "../src/shop.pact")\n' +
    '(expect "paid" 2.0 (at "amount" (shop.pay "ann" 2.0)))\n',
};

/** `project`: a folder with the package. */
export function checkProjects({ project, run, expectText }) {
  const folder = join(project, 'one-view');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const pact = (...args) => run('npx', ['--no', '--', 'pact', ...args], folder);
  expectText(pact('check'), /no errors/);
  expectText(pact('index'), /^module unused {2}src\/deep\/er\/unused\.pact:1$/m);
  pact('doc');
  expectText(pact('test'), /1 passed/);
  pact('types', 'shop');
  const types = readFileSync(join(folder, 'types/shop.ts'), 'utf8');
  for (const name of [
    /\bPAID_IN_FULL\b/,
    /\bPaidInFullEvent\b/,
    /\bReceipt\b/,
    /\bwatchEvents\b/,
  ]) {
    expectText(types, name);
  }
}
