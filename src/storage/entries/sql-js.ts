// Loads sql.js, SQLite compiled to WebAssembly. Only loading is asynchronous; the package is a parameter, so that it is
// loaded only if needed. The published types lead here, so nothing here needs the types of sql.js, which programs may lack.

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
