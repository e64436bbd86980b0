import type { TopLevel } from '../../../lang/session/analyse.ts';
import type { Found, Rule } from '../define.ts';

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
