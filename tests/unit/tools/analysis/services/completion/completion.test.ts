// Completions at the cursor (`$0`).
import { defaultCompletion } from '../../../../../support/workspace.ts';
import { describe, expect, test } from 'vitest';
import {
  completionDocumentation,
  type CompletionItem,
  type CompletionOptions,
  completionsAt,
} from '../../../../../../src/tools/analysis/services/completion/completion.ts';
import {
  formSnippet,
  plainText,
} from '../../../../../../src/tools/analysis/services/completion/items.ts';
import {
  definitionForms,
  parseProgram,
  specialForms,
} from '../../../../../../src/lang/session/analyse.ts';
import { standardModules } from '../../../../../../src/script/files.ts';
import { Source } from '../../../../../../src/base/span.ts';
import { applied, marked } from '../../../../../support/marked.ts';

type Files = Readonly<Record<string, string>>;

function offered(
  given: string | Files,
  options: Partial<CompletionOptions> = {},
): readonly CompletionItem[] {
  const { snapshot, path, offset } = marked(given);
  return completionsAt(snapshot, path, offset, { ...defaultCompletion, ...options }).items;
}

const labels = (given: string | Files): readonly string[] =>
  offered(given).map(({ label }) => label);

function item(given: string | Files, label: string, options: Partial<CompletionOptions> = {}) {
  const found = offered(given, options).find((each) => each.label === label);
  if (found === undefined) throw new Error(`${label} is not offered`);
  return found;
}

/** Returns the text after choosing an item, with the names of its placeholders. */
function chosen(given: string | Files, label: string, options: Partial<CompletionOptions> = {}) {
  const { text } = marked(given);
  const { insert, isSnippet, replace, edits } = item(given, label, options);
  return applied(text, [...edits, { ...replace, text: isSnippet ? plainText(insert) : insert }]);
}

const bank = (body: string): string => `(module bank GOVERN
  (defcap GOVERN () (enforce-keyset "bank.admin"))
  (defcap PAY:bool (from:string amount:decimal) @event (enforce (> amount 0.0) "positive"))
  (defschema account owner:string balance:decimal)
  (deftable accounts:{account})
  (defconst LIMIT:decimal 10.0 "The most that is paid.")
  (defun balance:decimal (owner:string) "What is there." (at 'balance (read accounts owner)))
  (defun row:object{account} (owner:string) (read accounts owner))
  ${body}
)`;

const token = `(interface token (defun transfer:string (sender:string amount:decimal)))`;
const coin = `(module coin GOV
  (defcap GOV () (enforce false "no"))
  (defun transfer:string (sender:string receiver:string amount:decimal) "Moves." "done")
  (defun details:object (account:string) {}))`;

describe('by the enclosing form', () => {
  test.each([
    ['types after a colon', '(defun f (x:$0', 'integer decimal guard object{}'],
    ['types in a list', '(defun f (x:[$0', 'integer decimal guard object{}'],
    ['types of a result', '(defun f:$0', 'integer bool'],
    ['schemas of an object', bank('(defun f (x:object{$0'), 'account'],
    ['schemas of a table', bank('(deftable other:{$0'), 'account'],
    ['fields after a tick', bank("(defun f () (at '$0"), 'owner balance'],
    ['fields in a string', bank('(defun f () (at "$0" (read accounts "x")))'), 'owner balance'],
    ['keys of a row', bank('(defun f () (insert accounts "x" {$0'), 'owner balance'],
    [
      'keys after others',
      bank('(defun f () (insert accounts "x" { "owner": "x", $0 }))'),
      'balance',
    ],
    ['fields of a binding', bank('(defun f () (with-read accounts "x" { "$0'), 'owner balance'],
    ['fields of a returned object', bank('(defun f () (bind (row "x") { "$0'), 'owner balance'],
    ['fields of a variable', bank("(defun f (r:object{account}) (at '$0 r))"), 'owner balance'],
    ['fields for select', bank("(defun f () (select accounts ['$0"), 'owner balance'],
    ['capabilities to acquire', bank('(defun f () (with-capability ($0'), 'GOVERN PAY'],
    ['capabilities to require', bank('(defun f () (require-capability ($0)))'), 'GOVERN PAY'],
    ['capabilities to install', bank('(defun f () (install-capability ($0'), 'GOVERN PAY'],
    ['the governance', '(module m $0 (defcap ADMIN () true))', 'ADMIN'],
    ['tables', bank('(defun f () (read $0'), 'accounts'],
    ['names around', bank('(defun f (who:string) (let ((x 1)) (+ $0'), 'who x LIMIT balance'],
    [
      'fields that are bound',
      bank('(defun f () (with-read accounts "x" { "balance" := b } $0'),
      'b',
    ],
    ['definitions', bank('($0'), 'defun defcap defconst defschema deftable defpact use implements'],
    ['steps', bank('(defpact p () ($0'), 'step step-with-rollback'],
    ['marks', bank('(defcap C () @$0'), '@doc @event @managed @model'],
    ['forms at the top', '($0', 'module interface use let if'],
    ['builtins and special forms', bank('(defun f () ($0'), 'if let with-capability map read'],
  ])('%s', (_, text, names) => {
    expect(labels(text)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  test.each([
    ['comments', '; mod$0'],
    ['names of definitions', bank('(defun f$0')],
    ['names of parameters', bank('(defun f (a$0')],
    ['names of variables', bank('(defun f () (let ((a$0')],
    ['names that are bound', bank('(defun f () (bind x { "a" := $0')],
    ['strings', bank('(defun f () (format "na$0')],
    ['numbers', '(+ 1$0'],
  ])('nothing in %s', (_, text) => {
    expect(labels(text)).toEqual([]);
  });

  test('only fields of the schema', () => {
    const text = bank("(defschema other n:integer) (defun f () (at '$0 (row 'x)))");
    expect(labels(text)).toEqual(['balance', 'owner']);
  });

  test('only capabilities where one is acquired', () => {
    expect(labels(bank('(defun f () (with-capability ($0'))).toEqual(['GOVERN', 'PAY']);
  });

  test('locals come first, then the module, then the language', () => {
    const found = labels(bank('(defun f (bal:string) (bal$0'));
    expect(found.slice(0, 2)).toEqual(['bal', 'balance']);
  });

  test('a variable of let does not see itself', () => {
    expect(labels(bank('(defun f () (let ((one 1) (two $0)) two))'))).not.toContain('two');
    expect(labels(bank('(defun f () (let ((one 1) (two $0)) two))'))).toContain('one');
  });

  test('builtins of scripts only in scripts', () => {
    expect(labels('(begin-$0')).not.toContain('begin-tx');
    expect(labels({ 'a.repl': '(begin-$0' })).toContain('begin-tx');
  });

  test('environment keys', () => {
    const found = labels({ 'a.repl': '(env-chain-data { "$0' });
    expect(found).toEqual(expect.arrayContaining(['chain-id', 'block-height', 'sender']));
  });
});

describe('of other files', () => {
  const others = { 'coin.pact': coin, 'token.pact': token };

  test('members after a dot, in half-typed text', () => {
    expect(labels({ 'a.pact': '(coin.$0', ...others })).toEqual(['GOV', 'details', 'transfer']);
    expect(labels({ 'a.pact': bank('(defun f () (coin.tr$0)'), ...others })).toEqual(['transfer']);
  });

  test('well-known contracts that the project does not have', () => {
    expect(labels('(coin.$0')).toEqual(expect.arrayContaining(['details', 'transfer']));
    expect(labels(bank('(implements fungible$0'))).toContain('fungible-v2');
  });

  test('members after two colons are those of the interface', () => {
    const text = bank('(defun f (t:module{token}) (t::$0');
    expect(labels({ 'a.pact': text, ...others })).toEqual(['transfer']);
  });

  test('modules to use, interfaces to implement, names to import', () => {
    expect(labels({ 'a.pact': bank('(use $0'), ...others })).toContain('coin');
    expect(labels({ 'a.pact': bank('(implements tok$0'), ...others })).toEqual(['token']);
    expect(labels({ 'a.pact': bank('(defun f (t:module{tok$0'), ...others })).toEqual(['token']);
    expect(labels({ 'a.pact': bank('(use coin [$0'), ...others })).toContain('transfer');
  });

  test('modules in a namespace, part by part', () => {
    const files = {
      'a.repl': '(free.$0',
      'n.repl': "(namespace 'free) (module inner G (defcap G () true))",
    };
    expect(labels(files)).toEqual(['inner']);
    expect(labels({ ...files, 'a.repl': '(free.inner.$0' })).toEqual(['G']);
  });

  test('a name of another module is qualified, or imported', () => {
    const files = { 'a.pact': bank('(defun f () (transf$0))'), ...others };
    expect(chosen(files, 'coin.transfer')).toContain('(coin.transfer sender receiver amount)');
    const imported = chosen(files, 'coin.transfer', { foreignNames: 'import' });
    expect(imported).toContain('(use coin [transfer])\n  (defcap GOVERN');
    expect(imported).toContain('(transfer sender receiver amount)');
  });

  test('no name of an unused module, if that is turned off', () => {
    const files = { 'a.pact': bank('(defun f () (transf$0))'), ...others };
    const names = (given: Files) =>
      offered(given, { foreignNames: 'none' }).map(({ label }) => label);
    expect(names(files)).not.toContain('coin.transfer');
    const qualified = { ...files, 'a.pact': bank('(defun f () (coin.transf$0))') };
    expect(names(qualified)).toContain('transfer');
  });

  test('a name is added to a list of imports', () => {
    const files = { 'a.pact': bank('(use coin [details]) (defun f () (transf$0))'), ...others };
    const text = chosen(files, 'coin.transfer', { foreignNames: 'import' });
    expect(text).toContain('(use coin [details transfer])');
  });

  test('an imported name is offered unqualified', () => {
    const files = { 'a.pact': bank('(use coin) (defun f () (transf$0))'), ...others };
    expect(chosen(files, 'transfer')).toContain('(transfer sender receiver amount)');
  });

  test('paths to load, folder by folder', () => {
    const files = { 'tests/a.repl': '(load "$0', 'tests/b.repl': '', 'src/coin.pact': coin };
    expect(labels(files)).toEqual([
      '../',
      'b.repl',
      ...standardModules.map(({ name }) => `pact:${name}`),
    ]);
    expect(chosen({ ...files, 'tests/a.repl': '(load "../src/c$0")' }, 'coin.pact')).toBe(
      '(load "../src/coin.pact")',
    );
  });

  test('keysets and keys of data', () => {
    const files = {
      'b.repl': '(env-data {"amount": 1, "admin": ["k"]}) (define-keyset "bank.admin")',
    };
    expect(labels({ 'a.pact': '(read-msg "$0', ...files })).toEqual([
      'admin',
      'amount',
      'bank.admin',
    ]);
    expect(labels({ 'a.pact': "(enforce-keyset '$0", ...files })).toEqual(['bank.admin']);
  });

  test.each([
    ['(define-keyset "$0")', '(define-keyset "shop.admin")'],
    ['(enforce-keyset "shop.$0")', '(enforce-keyset "shop.admin")'],
    ["(enforce-guard 'sho$0)", '(enforce-guard "shop.admin")'],
    ["(enforce-guard '$0)", '(enforce-guard "shop.admin")'],
    ['(keyset-ref-guard $0)', '(keyset-ref-guard "shop.admin")'],
    ['(module m $0)', '(module m "shop.admin")'],
    ['(module m "shop.$0")', '(module m "shop.admin")'],
    [
      '(module m G (defcap G () (enforce-keyset "$0")))',
      '(module m G (defcap G () (enforce-keyset "shop.admin")))',
    ],
    ['(read-keyset "shop.$0")', '(read-keyset "shop.admin")'],
  ])('keysets of a namespace: %s', (text, wanted) => {
    const files = {
      'a.pact': text,
      'b.repl': '(namespace "shop") (define-keyset "shop.admin")',
    };
    expect(chosen(files, 'shop.admin')).toBe(wanted);
  });

  test('a new keyset begins with a namespace of the project', () => {
    const files = { 'a.repl': '(define-keyset "$0")', 'b.repl': "(define-namespace 'shop a b)" };
    expect(labels(files)).toEqual(['shop.']);
  });
});

describe('what is inserted', () => {
  test('arguments are placeholders', () => {
    const found = item(bank('(defun f () (balanc$0))'), 'balance');
    expect(found).toMatchObject({ insert: 'balance ${1:owner}', isSnippet: true });
    expect(found.detail).toBe('balance:decimal (owner:string)');
  });

  test('a call that has arguments keeps them', () => {
    expect(chosen(bank('(defun f () (balanc$0 "me"))'), 'balance')).toContain('(balance "me")');
  });

  test('a function passed as a value is inserted by its name', () => {
    expect(chosen(bank('(defun f () (map balanc$0 []))'), 'balance')).toContain('(map balance [])');
  });

  test('a capability gets its parentheses', () => {
    const text = chosen(bank('(defun f () (with-capability PA$0 1))'), 'PAY');
    expect(text).toContain('(with-capability (PAY from amount) 1)');
  });

  test('without snippets only the name', () => {
    const text = chosen(bank('(defun f () (balanc$0))'), 'balance', { snippets: false });
    expect(text).toContain('(balance)');
  });

  test('a key gets quotes', () => {
    const text = chosen(bank('(defun f () (insert accounts "x" { ow$0 }))'), 'owner');
    expect(text).toContain('{ "owner" }');
  });

  test('the whole word is replaced', () => {
    expect(chosen(bank('(defun f () (bal$0xyz))'), 'balance')).toContain('(balance owner)');
  });

  test('deprecated builtins are marked', () => {
    expect(item({ 'a.repl': '(list$0' }, 'list').isDeprecated).toBe(true);
    expect(offered('(list$0').map(({ label }) => label)).not.toContain('list');
    expect(item('(map$0', 'map').isDeprecated).toBe(false);
  });

  test.each([...specialForms, ...definitionForms].map((form) => [form.name, form] as const))(
    'the snippet of %s parses',
    (name, form) => {
      const snippet = formSnippet(form);
      if (snippet === undefined) return expect(name).toMatch(/^(@.*|:=|CHARSET_.*)$/);
      const text = `(${plainText(snippet).replace('module.function', 'm.f')})`;
      const within = name.startsWith('step') ? `(defpact p () ${text})` : text;
      const isItem = /^(def|use|implements|bless|step)/.test(name);
      const whole = isItem ? `(module m G ${within} (defun g () 1))` : within;
      expect(parseProgram(new Source('', whole), { dialect: 'repl' }).diagnostics).toEqual([]);
    },
  );
});

test('documentation is computed when an item is shown', () => {
  const { snapshot, path } = marked(bank('$0'));
  const shown = (origin: Parameters<typeof completionDocumentation>[2]) =>
    completionDocumentation(snapshot, path, origin);
  expect(shown({ kind: 'builtin', name: 'map' }) ?? shown({ kind: 'form', name: 'map' })).toContain(
    'map',
  );
  expect(shown({ kind: 'form', name: 'let' })).toContain('Binds values to names for its body.');
  expect(shown({ kind: 'member', module: 'bank', name: 'balance' })).toBe(
    '```pact\n(defun balance:decimal (owner:string))\n```\n\nWhat is there.',
  );
  expect(shown({ kind: 'module', name: 'nowhere' })).toBeUndefined();
});

describe('a project with more names than a list shows', () => {
  const many = (module: string): string =>
    `(module ${module} G (defcap G () true)\n${Array.from({ length: 400 }, (_, i) => `(defun f${i} () ${i})`).join('\n')})`;
  const files = (typed: string): Files => ({
    'z.pact': many('z'),
    'a.pact': many('a'),
    'here.pact': `(module here G (defcap G () true) (defun g () (${typed}$0)))`,
  });
  const listed = (typed: string) => {
    const { snapshot, path, offset } = marked(files(typed));
    return completionsAt(snapshot, path, offset, defaultCompletion);
  };

  test('has the first ones in the order of the list, and reports that there are more', () => {
    const { items, isIncomplete } = listed('');
    expect(isIncomplete).toBe(true);
    expect(items).toHaveLength(500);
    const foreign = items.map(({ label }) => label).filter((label) => label.includes('.f'));
    const all = [...Array(400).keys()].map((i) => `a.f${i}`).sort();
    expect(foreign).toEqual(all.slice(0, foreign.length));
  });

  test('finds the others when more is typed, in either case', () => {
    const { items, isIncomplete } = listed('F399');
    expect(isIncomplete).toBe(false);
    expect(items.map(({ label }) => label)).toEqual(['a.f399', 'z.f399']);
  });
});
