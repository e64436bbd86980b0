// The stored form of each kind of item: the reference's documents.

import { decodeUtf8, utf8 } from '../../base/bytes.ts';
import {
  defPactDocument,
  keySetDocument,
  moduleDocument,
  moduleSourceDocument,
  namespaceDocument,
  readDefPactDocument,
  readKeySetDocument,
  readModuleDocument,
  readModuleSourceDocument,
  readNamespaceDocument,
  readRowDocument,
  rowDocument,
  type DefPactExec,
  type InfoFormat,
  type KeySetGuard,
  type ModuleData,
  type Namespace,
  type Row,
} from '../../lang/session/store.ts';
import type { Codec } from './space.ts';

export const rows: Codec<Row> = {
  what: 'row',
  encode: rowDocument,
  decode: readRowDocument,
};

export const keySets: Codec<KeySetGuard> = {
  what: 'keyset',
  encode: keySetDocument,
  decode: readKeySetDocument,
};

export const namespaces: Codec<Namespace> = {
  what: 'namespace',
  encode: namespaceDocument,
  decode: readNamespaceDocument,
};

export const defPacts: Codec<DefPactExec | 'completed'> = {
  what: 'defpact',
  encode: defPactDocument,
  decode: readDefPactDocument,
};

export const sources: Codec<string> = {
  what: 'module source',
  encode: moduleSourceDocument,
  decode: readModuleSourceDocument,
};

/** `sourceOf` returns the source text, which is stored separately. */
export function modules(
  info: InfoFormat,
  sourceOf: (module: ModuleData['module']) => string,
): Codec<ModuleData> {
  return {
    what: 'module',
    encode: (data) => moduleDocument(data, info),
    decode(document) {
      const data = readModuleDocument(document, info);
      if (data === undefined) return undefined;
      return { ...data, module: { ...data.module, code: sourceOf(data.module) } };
    },
  };
}

/** A table: the number of the space that holds its rows, and its document. */
export type StoredTable = { readonly space: number; readonly document: Uint8Array };

/** The number (eight hexadecimal digits), followed by the reference's document. */
export const tables: Codec<StoredTable> = {
  what: 'table',
  encode({ space, document }) {
    const number = utf8(space.toString(16).padStart(8, '0'));
    const bytes = new Uint8Array(8 + document.length);
    bytes.set(number);
    bytes.set(document, 8);
    return bytes;
  },
  decode(bytes) {
    const digits = decodeUtf8(bytes.subarray(0, 8)) ?? '';
    if (!/^[0-9a-f]{8}$/.test(digits)) return undefined;
    return { space: parseInt(digits, 16), document: bytes.slice(8) };
  },
};
