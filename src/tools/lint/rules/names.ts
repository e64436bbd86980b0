// Rules about names: given twice, hidden by others, or removed from the language.

import { findShadows, type TopLevel, walkExpressions } from '../../../lang/session/analyse.ts';
import { builtinNames, endedBuiltins } from '../expressions.ts';
import type { Found, Rule } from '../rule.ts';

export const duplicateKey: Rule = {
  name: 'duplicate-key',
  summary: 'an object has the same field twice',
  severity: 'warning',
  explanation: `Only the last value counts; the others are silently lost. Remove the extra fields.`,
  bad: `{ "name": "a", "size": 1, "name": "b" }`,
  good: `{ "name": "a", "size": 1, "label": "b" }`,
  check: ({ bodies }) => {
    const found: Found[] = [];
    for (const { expressions } of bodies) {
      walkExpressions(expressions, (expression) => {
        if (expression.kind !== 'object') return;
        const seen = new Set<string>();
        for (const { field, span } of expression.fields) {
          if (seen.has(field)) found.push({ span, message: `the field ${field} is given twice` });
          seen.add(field);
        }
      });
    }
    return found;
  },
};

export const duplicateName: Rule = {
  name: 'duplicate-name',
  summary: 'two parameters of a function, or two fields of a schema, have one name',
  severity: 'warning',
  explanation: `Chains accept such code, but only the last parameter or field with the name can be used: an argument is lost, or
a field has another type than its first line says. Rename or remove one of them.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema account balance:decimal guard:guard balance:integer))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema account balance:decimal guard:guard sequence:integer))`,
  check: ({ forms }) => forms.flatMap(definitionsOf).flatMap(repeatedNames),
};

type Definition = Exclude<TopLevel, { readonly definitions: unknown }> | Member;
type Member = Extract<TopLevel, { readonly definitions: unknown }>['definitions'][number];

const definitionsOf = (form: TopLevel): readonly Definition[] =>
  form.kind === 'module' || form.kind === 'interface' ? form.definitions : [form];

function repeatedNames(definition: Definition): readonly Found[] {
  switch (definition.kind) {
    case 'defschema':
      return repeated(definition.fields, 'field');
    case 'defun':
    case 'defcap':
    case 'defpact':
    case 'interface-defun':
    case 'interface-defcap':
    case 'interface-defpact':
      return repeated(definition.parameters, 'parameter');
    default:
      return [];
  }
}

function repeated(
  names: readonly { readonly name: string; readonly span: Found['span'] }[],
  what: string,
): readonly Found[] {
  const seen = new Set<string>();
  return names.flatMap(({ name, span }) => {
    const isRepeated = seen.has(name);
    seen.add(name);
    return isRepeated ? [{ span, message: `another ${what} is named ${name} too` }] : [];
  });
}

export const shadowedBinding: Rule = {
  name: 'shadowed-binding',
  summary: 'a variable hides another one of the same function',
  severity: 'note',
  explanation: `If a name means two things in one function, a later change can easily use the wrong one. Not reported: a variable
computed from the one that it hides, as in \`(let ((name (take 10 name))) ...)\`, and one with the name of its field, as in
\`{ "account" := account }\`.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun total:integer (items:[integer] fee:integer)
    (fold (lambda (sum fee) (+ sum fee)) fee items)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun total:integer (items:[integer] fee:integer)
    (fold (lambda (sum item) (+ sum item)) fee items)))`,
  check: ({ bindings }) =>
    bindings.flatMap(({ name, span, kind, hides, refines }) => {
      if (hides === undefined || refines || kind === 'field' || name.startsWith('_')) return [];
      // Two parameters: the rule duplicate-name finds them.
      if (kind === 'parameter') return [];
      const line = hides.span.startPosition.line + 1;
      return [{ span, message: `${name} hides the ${name} in line ${line}` }];
    }),
};

export const shadowedBuiltin: Rule = {
  name: 'shadowed-builtin',
  summary: 'a definition or variable has the name of a builtin',
  severity: 'warning',
  explanation: `A builtin takes precedence over every other name, so a definition or variable with the same name cannot be used:
the code gets the builtin instead. Choose another name. Scripts that load such code fail, but chains accept it. Both
accept \`{ "hash" := hash }\`.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (length:integer)
    (+ length 1)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer (size:integer)
    (+ size 1)))`,
  check: ({ forms, bindings }) => [
    ...findShadows(forms, {
      lookup: (name) => (builtinNames.has(name) ? { internal: name } : undefined),
    }).map(({ name, place, span }) => ({ span, message: wins(name, place) })),
    ...bindings
      .filter(({ kind, name }) => kind === 'field' && builtinNames.has(name))
      .map(({ name, span }) => ({ span, message: wins(name, 'bound here') })),
  ],
};

const wins = (name: string, place: string): string =>
  `${name} is a builtin, which takes precedence over the name ${place}`;

export const deprecatedBuiltin: Rule = {
  name: 'deprecated-builtin',
  summary: 'a call of a builtin that Pact 5 removed',
  severity: 'warning',
  explanation: `Pact 5 dropped some builtins of Pact 4: a module that calls one cannot be deployed. Each has a successor or is no
longer needed; its documentation in the REPL says which. A definition with the same name is not reported.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun three:[integer] ()
    (list 1 2 3)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun three:[integer] ()
    [1 2 3]))`,
  check: ({ modules, authorities, bindings }) =>
    modules.flatMap((module) => {
      const local = new Set(bindings.map(({ name }) => name));
      const imported = module.external.some((each) => each.kind === 'use');
      const authority = authorities.get(module);
      return (authority?.calls() ?? []).flatMap(({ name, span }) => {
        const until = endedBuiltins.get(name);
        if (until === undefined || imported || local.has(name)) return [];
        return [{ span, message: `${name} was removed in Pact ${until}` }];
      });
    }),
};
