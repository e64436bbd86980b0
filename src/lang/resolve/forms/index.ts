// All special forms, grouped by how they are recognised.

import {
  andForm,
  condForm,
  enforceForm,
  enforceOneForm,
  errorForm,
  ifForm,
  orForm,
  tryForm,
} from './conditions.ts';
import {
  bindingForm,
  doForm,
  lambdaForm,
  letForm,
  letStarForm,
  pureForm,
  suspendForm,
  withCapabilityForm,
} from './scopes.ts';
import {
  charsetAsciiForm,
  charsetLatin1Form,
  constantlyForm,
  createUserGuardForm,
  mapForm,
} from './functions.ts';
import type { CallForm, NameForm } from './define.ts';

export const callForms: readonly CallForm[] = [
  andForm,
  condForm,
  createUserGuardForm,
  doForm,
  enforceForm,
  enforceOneForm,
  errorForm,
  ifForm,
  mapForm,
  orForm,
  pureForm,
  suspendForm,
  tryForm,
  withCapabilityForm,
];

export const nameForms: readonly NameForm[] = [charsetAsciiForm, charsetLatin1Form, constantlyForm];

export const syntaxForms = [bindingForm, lambdaForm, letForm, letStarForm] as const;

export const specialForms = [...callForms, ...nameForms, ...syntaxForms];

const callFormsByName: ReadonlyMap<string, CallForm> = new Map(
  callForms.map((form) => [form.name, form]),
);
const nameFormsByName: ReadonlyMap<string, NameForm> = new Map(
  nameForms.map((form) => [form.name, form]),
);

/** Returns the form for a name in head position, under the current flags. */
export function callFormNamed(name: string, flags: ReadonlySet<string>): CallForm | undefined {
  const form = callFormsByName.get(name);
  if (form?.disabledBy !== undefined && flags.has(form.disabledBy)) return undefined;
  return form;
}

export function nameFormNamed(name: string): NameForm | undefined {
  return nameFormsByName.get(name);
}
