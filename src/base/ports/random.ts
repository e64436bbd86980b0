// Where chance comes from. Rooms that draw random bytes are handed a source, so that a simulation can
// repeat its draws.

export interface Random {
  bytes(length: number): Uint8Array;
}
