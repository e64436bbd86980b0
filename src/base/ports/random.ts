// The source of randomness. Code that needs random bytes receives a source as a parameter, so that a
// simulation can repeat them.

export interface Random {
  bytes(length: number): Uint8Array;
}
