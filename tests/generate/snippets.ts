// lsp/vscode/snippets/pact.json: snippets that VS Code offers before the server has started. The descriptions are those of
// the special forms and definitions; the bodies say where the cursor goes.
import { definitionForms } from '../../src/lang/resolve/definition-forms.ts';
import { specialForms } from '../../src/lang/resolve/forms/index.ts';
import { builtinSets } from '../../src/tools/repl/builtins/index.ts';

/** Bodies by the word that the snippet begins with. */
const bodies: Readonly<Record<string, readonly string[]>> = {
  module: [
    '(module ${1:name} ${2:GOVERNANCE}',
    '  (defcap ${2:GOVERNANCE} ()',
    '    (enforce-guard (keyset-ref-guard "${3:namespace.keyset}")))',
    '',
    '  $0)',
  ],
  interface: ['(interface ${1:name}', '  $0)'],
  use: ['(use ${1:module} [${2:name}])$0'],
  implements: ['(implements ${1:interface})$0'],
  defun: [
    '(defun ${1:name}:${2:string} (${3:parameter:type})',
    '  @doc "${4:documentation}"',
    '  $0)',
  ],
  defcap: ['(defcap ${1:NAME} (${2:parameter:type})', '  $0)'],
  defconst: ['(defconst ${1:NAME}:${2:string} ${0:value})'],
  defschema: ['(defschema ${1:name}', '  ${0:field:type})'],
  deftable: ['(deftable ${1:name}:{${2:schema}})$0'],
  defpact: ['(defpact ${1:name} (${2:parameter:type})', '  (step', '    $0))'],
  'step-with-rollback': ['(step-with-rollback', '  ${1:action}', '  ${0:rollback})'],
  let: ['(let ((${1:name} ${2:value}))', '  $0)'],
  lambda: ['(lambda (${1:parameter}) $0)'],
  if: ['(if ${1:condition} ${2:then} ${0:else})'],
  cond: ['(cond', '  (${1:condition} ${2:value})', '  ${0:otherwise})'],
  enforce: ['(enforce ${1:condition} "${0:message}")'],
  'with-capability': ['(with-capability (${1:CAPABILITY})', '  $0)'],
  'with-read': ['(with-read ${1:table} ${2:key} { "${3:field}" := ${4:name} }', '  $0)'],
  'with-default-read': [
    '(with-default-read ${1:table} ${2:key}',
    '  { "${3:field}": ${4:default} }',
    '  { "${3:field}" := ${5:name} }',
    '  $0)',
  ],
  'begin-tx': ['(begin-tx "${1:name}")', '$0', '(commit-tx)'],
  expect: ['(expect "${1:what holds}" ${2:expected} ${0:actual})'],
  'expect-failure': ['(expect-failure "${1:what fails}" "${2:message}" ${0:expression})'],
  'env-sigs': ['(env-sigs [{ "key": "${1:key}", "caps": [${0:(capability)}] }])'],
};

export function snippets(): string {
  const entries = Object.entries(bodies).map(([name, body]) => [
    name,
    {
      prefix: name,
      body,
      description: descriptionOf(name),
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`;
}

function descriptionOf(name: string): string {
  const known =
    [...definitionForms, ...specialForms].find((each) => each.name === name) ??
    builtinSets.core.named(name) ??
    builtinSets.repl.named(name);
  if (known === undefined) throw new Error(`${name} is neither a form nor a builtin`);
  return known.doc.split(/(?<=\.)\s/)[0] ?? known.doc;
}
