// Loading sql.js, the SQLite that is compiled to WebAssembly. Loading waits; what comes after does not.
// The package is handed in, so that it is loaded only where it is needed. See decision 0014.

// Its types are named in `sql-entries.ts` alone: programs that use the library may not have them.

export type SqlJsSource = {
  /** What the package `sql.js` exports. */
  readonly init: (how: { readonly wasmBinary: ArrayBuffer }) => Promise<SqlJs>;
  /** The bytes of `sql-wasm.wasm`, as `fetch` or the disk gives them. */
  readonly wasm: Uint8Array<ArrayBuffer>;
};

/** Loaded once for any number of databases. */
export type SqlJs = { readonly Database: unknown };

export function openSqlJs({ init, wasm }: SqlJsSource): Promise<SqlJs> {
  const whole = wasm.byteLength === wasm.buffer.byteLength;
  return init({ wasmBinary: whole ? wasm.buffer : wasm.slice().buffer });
}
