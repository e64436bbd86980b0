// Loads sql.js, SQLite compiled to WebAssembly. Only loading is asynchronous. The package is a parameter, so that it is
// loaded only if needed. See decision 0018.

// Only `sql-entries.ts` uses its types: programs that use the library may not have them.

export type SqlJsSource = {
  /** The default export of the package `sql.js`. */
  readonly init: (how: { readonly wasmBinary: ArrayBuffer }) => Promise<SqlJs>;
  /** The bytes of `sql-wasm.wasm`, from `fetch` or the disk. */
  readonly wasm: Uint8Array<ArrayBuffer>;
};

/** Loaded once for any number of databases. */
export type SqlJs = { readonly Database: unknown };

export function openSqlJs({ init, wasm }: SqlJsSource): Promise<SqlJs> {
  const whole = wasm.byteLength === wasm.buffer.byteLength;
  return init({ wasmBinary: whole ? wasm.buffer : wasm.slice().buffer });
}
