// Edits: quick fixes and refactorings, formatting, renaming of names and of files.

import {
  type CodeAction,
  CodeActionKind,
  CodeActionRequest,
  type Diagnostic,
  DocumentFormattingRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  PrepareRenameRequest,
  type PrepareRenameResult,
  RenameRequest,
  type TextDocumentEdit,
  type TextEdit,
  WillRenameFilesRequest,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { codeActionsAt } from '../../../src/tools/analysis/services/code-actions/code-actions.ts';
import {
  formattingOf,
  formattingWhileTyping,
  formatTriggers,
} from '../../../src/tools/analysis/services/formatting.ts';
import { renameFiles } from '../../../src/tools/analysis/services/loads.ts';
import { prepareRename, renaming } from '../../../src/tools/analysis/services/rename.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import { fixesOf } from '../../../src/tools/lint/comments.ts';
import { findingsOf } from '../diagnostics.ts';
import { pathOfUri } from '../documents.ts';
import { type Feature, RequestRefused, type Session, type View } from '../session.ts';

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

const [firstTrigger, ...moreTriggers] = formatTriggers;

export const formatting: Feature = {
  capabilities: () => ({
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: {
      firstTriggerCharacter: firstTrigger,
      moreTriggerCharacter: moreTriggers,
    },
  }),
  // The client's options for tabs and indentation are ignored: pact.yaml defines the style for everyone.
  register: (session) => {
    session.on(DocumentFormattingRequest.type, ({ textDocument }) => {
      const view = session.view(textDocument.uri);
      const { format } = session.projects.settingsOf(view.path);
      return edits(view, formattingOf(view.document.source, format));
    });
    session.on(DocumentRangeFormattingRequest.type, ({ textDocument, range }) => {
      const view = session.view(textDocument.uri);
      const { format } = session.projects.settingsOf(view.path);
      const start = view.lines.offsetAt(range.start);
      const end = Math.max(view.lines.offsetAt(range.end), start);
      return edits(view, formattingOf(view.document.source, format, { start, end }));
    });
    session.on(DocumentOnTypeFormattingRequest.type, (params) => {
      const { offset, ...view } = session.offset(params);
      const { format } = session.projects.settingsOf(view.path);
      return edits(view, formattingWhileTyping(view.document.source, offset, format));
    });
  },
};

type Edits = ReturnType<typeof formattingOf>;

const edits = ({ lines }: View, all: Edits): TextEdit[] =>
  all.map(({ start, end, text }) => ({ range: lines.rangeOf({ start, end }), newText: text }));

export const rename: Feature = {
  capabilities: ({ client }) => ({
    renameProvider:
      client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register: (session) => {
    session.inSteps(PrepareRenameRequest.type, function* (params): Generator<
      undefined,
      PrepareRenameResult
    > {
      const { offset, snapshot, path, lines } = session.offset(params);
      yield* snapshot.checking();
      const prepared = prepareRename(snapshot, path, offset);
      if (prepared.kind === 'refused') throw new RequestRefused(prepared.reason);
      return { range: lines.rangeOf(prepared.span), placeholder: prepared.name };
    });
    session.inSteps(RenameRequest.type, function* (params): Generator<undefined, WorkspaceEdit> {
      const { offset, snapshot, path } = session.offset(params);
      yield* snapshot.checking();
      const renamed = yield* renaming(snapshot, path, offset, params.newName);
      if (renamed.kind === 'refused') throw new RequestRefused(renamed.reason);
      const files = [...renamed.files].map(
        ([file, edits]) => [file, edits.map(({ span, text }) => ({ ...span, text }))] as const,
      );
      return workspaceEdit(session, snapshot, files);
    });
  },
};

export const fileRenames: Feature = {
  capabilities: () => ({
    workspace: {
      workspaceFolders: { supported: true, changeNotifications: true },
      fileOperations: {
        willRename: {
          filters: [
            { scheme: 'file', pattern: { glob: '**/*.{pact,repl}', matches: 'file' } },
            { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
          ],
        },
      },
    },
  }),
  register: (session) => {
    session.on(WillRenameFilesRequest.type, ({ files }): WorkspaceEdit | null => {
      const renames = files.map(({ oldUri, newUri }) => ({
        from: pathOfUri(oldUri),
        to: pathOfUri(newUri),
      }));
      const [first] = renames;
      if (first === undefined) return null;
      const snapshot = session.projects.snapshotOf(first.from);
      const edits = renameFiles(snapshot, renames);
      if (edits.length === 0) return null;
      return workspaceEdit(
        session,
        snapshot,
        edits.map((each) => [each.path, each.edits] as const),
      );
    });
  },
};

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** Includes document versions, so that a client refuses the edits for newer text. */
function workspaceEdit(
  session: Session,
  snapshot: Snapshot,
  files: Iterable<readonly [path: string, edits: readonly Edit[]]>,
): WorkspaceEdit {
  const edits = [...files].flatMap(([path, ofFile]) => {
    if (!session.projects.mayEdit(path)) {
      throw new RequestRefused(`${path} is outside of the project: open it to allow changes there`);
    }
    const document = snapshot.document(path);
    if (document === undefined) return [];
    const lines = session.linesOf(document);
    const texts = ofFile.map(({ start, end, text }): TextEdit => ({
      range: lines.rangeOf({ start, end }),
      newText: text,
    }));
    return [{ uri: session.uri(path), version: document.version ?? null, edits: texts }];
  });
  if (session.client.workspace?.workspaceEdit?.documentChanges === true) {
    const documentChanges = edits.map(({ uri, version, edits: texts }): TextDocumentEdit => ({
      textDocument: { uri, version },
      edits: texts,
    }));
    return { documentChanges };
  }
  return { changes: Object.fromEntries(edits.map(({ uri, edits: texts }) => [uri, texts])) };
}
