// The entry point for storage engines: the database interface, the stored entities, and their documents as bytes.
// Contract: documents are byte for byte those of the reference; a database must pass tests/support/database-contract.ts.

export { type ModuleData } from '../core/model/definition.ts';
export {
  decodeDefPactExec,
  encodeDefPactExec,
  sizeOfDefPactExec,
} from '../core/encoding/defpact-json.ts';
export { type DefPactExec, type Namespace } from '../core/model/defpact.ts';
export {
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
  tableDocument,
} from '../core/encoding/document.ts';
export { type InfoFormat, fileInfo, lineInfo } from '../core/encoding/info-cbor.ts';
export {
  type Database,
  type DatabaseRefusal,
  type Row,
  type RowChange,
  type TransactionLogEntry,
  type TransactionOptions,
  type WriteMode,
  type WriteOver,
  isRefusal,
  mergedRow,
  sourceKey,
  withoutCode,
} from '../db/database.ts';
export { RowHistory } from '../db/history.ts';
export { MemoryDatabase, type MemoryDatabaseState } from '../db/memory.ts';
export { KeyOrder, mergedKeys } from '../db/store.ts';
export { TransactionLog } from '../db/transaction-log.ts';
export { type ImageClass, languageClasses } from '../image/format.ts';
export { ImageWriter } from '../image/image-writer.ts';
export { NotKept } from '../image/format.ts';
export { Image } from '../image/image.ts';
export { KnownParts } from '../image/format.ts';
export { type Hash } from '../values/encoding/hash.ts';
export { parseModuleName } from '../values/text/names-parse.ts';
export { KeySetName, type ModuleName, TableName } from '../values/names.ts';
export { decodeStable } from '../values/encoding/stable-decode.ts';
export {
  encodeModuleName,
  encodeStable,
  encodeStableList,
} from '../values/encoding/stable-json.ts';
export { KeySetGuard } from '../values/value.ts';
