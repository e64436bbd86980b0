// Assembles WebAssembly modules with one function and one page of memory from instructions, for hash functions with 64-bit
// words (core specification 1.0, chapter 5).

export const i32 = 0x7f;
export const i64 = 0x7e;

export const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  i32Load: 0x28,
  i64Load: 0x29,
  i32Store: 0x36,
  i64Store: 0x37,
  i32Const: 0x41,
  i64Const: 0x42,
  i32NotEqual: 0x47,
  i32Add: 0x6a,
  i32Xor: 0x73,
  i32RotateRight: 0x78,
  i64Add: 0x7c,
  i64And: 0x83,
  i64Or: 0x84,
  i64Xor: 0x85,
  i64ShiftRight: 0x88,
  i64RotateLeft: 0x89,
  i64RotateRight: 0x8a,
  extendSigned: 0xac,
  extendUnsigned: 0xad,
} as const;

/** The type of a block without a result. */
export const noResult = 0x40;

const section = { type: 1, function: 3, memory: 5, export: 7, code: 10 } as const;
const eightByteAlignment = 3;

/** Bytes of the memory. */
export const pageBytes = 65_536;

export type Engine<Call> = { readonly memory: Uint8Array; readonly call: Call };

/**
 * The part of the WebAssembly interface that is used; neither Node's nor the language's types
 * declare it.
 */
type WebAssemblyApi<Call> = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; readonly call: Call };
  };
};

/** Creates a function without a result from its locals and instructions (`body`); `undefined` if WebAssembly is not available. */
export function instantiate<Call>(
  parameters: readonly number[],
  body: readonly number[],
): Engine<Call> | undefined {
  // The cast is needed because the global object is untyped.
  const api = (globalThis as { WebAssembly?: WebAssemblyApi<Call> }).WebAssembly;
  if (api === undefined) return undefined;
  try {
    const { memory, call } = new api.Instance(new api.Module(assemble(parameters, body))).exports;
    return { memory: new Uint8Array(memory.buffer), call };
  } catch {
    // Caused by a page's security policy, or an old browser's limit on synchronous compilation.
    return undefined;
  }
}

function assemble(parameters: readonly number[], body: readonly number[]): Uint8Array {
  const name = (text: string): number[] => [text.length, ...[...text].map((c) => c.charCodeAt(0))];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...inSection(section.type, [1, 0x60, parameters.length, ...parameters, 0]),
    ...inSection(section.function, [1, 0]),
    ...inSection(section.memory, [1, 0, 1]),
    ...inSection(section.export, [2, ...name('memory'), 2, 0, ...name('call'), 0, 0]),
    ...inSection(section.code, [1, ...unsigned(body.length), ...body]),
  ]);
}

function inSection(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

/** An `i64.load` from an address and this offset. */
export function load(offset: number): number[] {
  return [op.i64Load, eightByteAlignment, ...unsigned(offset)];
}

/** An `i64.store` to an address and this offset. */
export function store(offset: number): number[] {
  return [op.i64Store, eightByteAlignment, ...unsigned(offset)];
}

/** LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return [...bytes, left];
    bytes.push((left & 0x7f) | 0x80);
  }
}

/** An `i64.const` with its operand in signed LEB128. */
export function constant(value: bigint): number[] {
  return [op.i64Const, ...signed(BigInt.asIntN(64, value))];
}

export function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    if (left >= -64n && left < 64n) return [...bytes, Number(left & 0x7fn)];
    bytes.push(Number(left & 0x7fn) | 0x80);
  }
}
