// The documentation of a completion item, made on request.

import { definitionForms, specialForms } from '../../../../lang/session/analyse.ts';
import { builtinDocumentation } from '../../../../script/builtins/builtin-documentation.ts';
import { formPage } from '../../../../script/pages/form-page.ts';
import { docOf } from '../../../../script/pages/written-definition.ts';
import { knownModules, memberSignature } from '../known-modules.ts';
import type { WritingView } from '../writing-view.ts';
import type { CompletionOrigin } from './completion.ts';

/** Markdown. */
export function completionDocumentation(
  view: WritingView,
  path: string,
  origin: CompletionOrigin,
): string | undefined {
  switch (origin.kind) {
    case 'builtin': {
      const { core, repl, legacy } = view.builtins;
      const { name } = origin;
      const builtin = core.named(name) ?? repl.named(name) ?? legacy.named(name);
      return builtin === undefined ? undefined : builtinDocumentation(builtin);
    }
    case 'form': {
      const form = [...specialForms, ...definitionForms].find(({ name }) => name === origin.name);
      return form === undefined ? undefined : formPage(form);
    }
    case 'module':
    case 'member': {
      const document = view.document(path);
      if (document === undefined) return undefined;
      const name = origin.kind === 'module' ? origin.name : origin.module;
      const module = knownModules(view, document).named(name);
      if (module === undefined) return undefined;
      if (origin.kind === 'module') return docOf(module.form);
      const member = module.members.get(origin.name);
      if (member === undefined) return undefined;
      const lines = ['```pact', `(${member.kind} ${memberSignature(member)})`, '```'];
      const doc = docOf(member.written);
      return [...lines, ...(doc === undefined ? [] : ['', doc])].join('\n');
    }
  }
}
