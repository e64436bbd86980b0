// The fork number and the votes for the next one, which share 64 bits of a header. Older releases
// called the member "feature flags", as its JSON still does.
// Source: Chainweb/ForkState.hs; consensus reference, section 2.2.

const half = 32n;
const lowHalf = 0xffff_ffffn;

export function forkNumberOf(forkState: bigint): number {
  return Number(forkState & lowHalf);
}

export function forkVotesOf(forkState: bigint): number {
  return Number(forkState >> half);
}

export function forkStateOf(state: { readonly number: number; readonly votes: number }): bigint {
  return (BigInt(state.votes) << half) | BigInt(state.number);
}
