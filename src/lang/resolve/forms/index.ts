// All special forms, grouped by how they are recognised.

import { andForm } from './and.ts';
import { bindingForm } from './binding.ts';
import { charsetAsciiForm, charsetLatin1Form } from './charset.ts';
import { condForm } from './cond.ts';
import { constantlyForm } from './constantly.ts';
import { createUserGuardForm } from './create-user-guard.ts';
import type { CallForm, NameForm } from './define.ts';
import { doForm } from './do.ts';
import { enforceOneForm } from './enforce-one.ts';
import { enforceForm } from './enforce.ts';
import { errorForm } from './error.ts';
import { ifForm } from './if.ts';
import { lambdaForm } from './lambda.ts';
import { letForm, letStarForm } from './let.ts';
import { mapForm } from './map.ts';
import { orForm } from './or.ts';
import { pureForm } from './pure.ts';
import { suspendForm } from './suspend.ts';
import { tryForm } from './try.ts';
import { withCapabilityForm } from './with-capability.ts';

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
