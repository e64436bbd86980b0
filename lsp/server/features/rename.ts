// Renaming across files, and checking first whether the name can be changed.

import {
  PrepareRenameRequest,
  RenameRequest,
  type PrepareRenameResult,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { prepareRename, renaming } from '../../../src/tools/analysis/services/rename.ts';
import type { Feature } from '../feature.ts';
import { RequestRefused } from '../session.ts';
import { workspaceEdit } from '../workspace-edit.ts';

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
