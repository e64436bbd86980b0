// The accounts of a large network, by number: the same names in the program that makes them and in the one that uses them.
import { createHash } from 'node:crypto';

/** Like the names of real accounts, in an order that has nothing to do with their numbers. */
export function accountName(number) {
  return `k:${createHash('sha256').update(`account ${number}`).digest('hex')}`;
}
