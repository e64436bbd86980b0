// Compiles terms whose failure is caught (tried.ts). Only applications have a second implementation: they catch errors
// thrown below them (compile-application.ts, decision 0007).

import type { Term } from '../../core/model/term.ts';
import { compileTriedApplication } from './compile-application.ts';
import { compileLet, compileSequence } from './compile-binding.ts';
import { compileList, compileObject } from './compile-data.ts';
import { compileTriedForm } from './compile-form.ts';
import type { Compiled } from './compiled.ts';
import type { Tried } from './tried.ts';

/** `compile` creates ordinary code. */
export function compileTried(term: Term, compile: (term: Term) => Compiled): Tried {
  const tried = (part: Term): Tried => compileTried(part, compile);
  switch (term.kind) {
    case 'app':
      return compileTriedApplication(term, tried);
    case 'let':
      return compileLet(term, tried);
    case 'sequence':
      return compileSequence(term, tried);
    case 'list':
      return compileList(term, tried);
    case 'object':
      return compileObject(term, tried);
    case 'form':
      return compileTriedForm(term, compile, tried);
    default:
      return compile(term);
  }
}
