// Quick fixes and refactorings.

import {
  CodeActionKind,
  CodeActionRequest,
  type CodeAction,
  type Diagnostic,
} from 'vscode-languageserver/node';
import { codeActionsAt } from '../../../src/tools/analysis/services/code-actions/code-actions.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import { fixesOf } from '../../../src/tools/lint/fixes.ts';
import { findingsOf } from '../diagnostics/diagnostics-of.ts';
import type { Feature } from '../feature.ts';
import type { Session, View } from '../session.ts';
import { workspaceEdit } from '../workspace-edit.ts';

export const codeActions: Feature = {
  capabilities: () => ({
    codeActionProvider: {
      codeActionKinds: [
        CodeActionKind.QuickFix,
        CodeActionKind.RefactorExtract,
        CodeActionKind.RefactorRewrite,
        CodeActionKind.SourceOrganizeImports,
      ],
    },
  }),
  register: (session) => {
    session.on(CodeActionRequest.type, ({ textDocument, range, context }): CodeAction[] => {
      const view = session.view(textDocument.uri);
      const start = view.lines.offsetAt(range.start);
      const span = { start, end: Math.max(start, view.lines.offsetAt(range.end)) };
      const { only, diagnostics } = context;
      const found = [...actionsOf(view, span, only), ...lintFixes(session, view, span, only)];
      return found.map((each) =>
        codeAction(session, view, each, diagnosticAt(view, diagnostics, each.fixes)),
      );
    });
  },
};

/** Identifies the diagnostic that a fix is for: its code, and where it begins. */
type Fixed = { readonly code: string; readonly start: number };

type FoundAction = {
  readonly fixes: Fixed | undefined;
  readonly title: string;
  readonly kind: string;
  readonly isPreferred: boolean;
  readonly edits: readonly {
    readonly start: number;
    readonly end: number;
    readonly text: string;
  }[];
};

function actionsOf(
  { snapshot, path }: View,
  span: TextRange,
  only: readonly string[] | undefined,
): readonly FoundAction[] {
  return codeActionsAt(snapshot, path, span, only === undefined ? {} : { only }).map(
    ({ fixes, ...action }) => ({
      ...action,
      fixes: fixes === undefined ? undefined : { code: fixes.code, start: fixes.span.start },
    }),
  );
}

function lintFixes(
  session: Session,
  view: View,
  { start, end }: TextRange,
  only: readonly string[] | undefined,
): readonly FoundAction[] {
  const isWanted = session.settings.lint && (only?.includes(CodeActionKind.QuickFix) ?? true);
  if (!isWanted) return [];
  return findingsOf(session, view)
    .filter(({ span }) => span.start <= end && start <= span.end)
    .flatMap((finding) =>
      fixesOf(finding).map(({ title, isPreferred, edit }) => ({
        title,
        kind: CodeActionKind.QuickFix,
        isPreferred,
        edits: [edit],
        fixes: { code: finding.rule, start: finding.span.start },
      })),
    );
}

/** The diagnostic as the client sent it, so that the client recognises it. */
const diagnosticAt = (
  { lines }: View,
  diagnostics: readonly Diagnostic[],
  fixed: Fixed | undefined,
): Diagnostic | undefined =>
  diagnostics.find(
    ({ code, range }) => code === fixed?.code && lines.offsetAt(range.start) === fixed?.start,
  );

function codeAction(
  session: Session,
  { snapshot, path }: View,
  { title, kind, isPreferred, edits }: FoundAction,
  diagnostic: Diagnostic | undefined,
): CodeAction {
  return {
    title,
    kind,
    ...(isPreferred && { isPreferred }),
    ...(diagnostic !== undefined && { diagnostics: [diagnostic] }),
    edit: workspaceEdit(session, snapshot, [[path, edits]]),
  };
}
