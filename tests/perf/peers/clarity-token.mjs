// A SIP-010 token in the Clarinet SDK's simnet: the standard's `transfer` over a built-in fungible token, which checks the
// sender, moves the amount and emits the event. Each transfer is a separate contract call.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initSimnet } from '@stacks/clarinet-sdk';
import { Cl } from '@stacks/transactions';

const token = `
(define-fungible-token coin)
(define-public (transfer
    (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (try! (ft-transfer? coin amount sender recipient))
    (match memo to-print (print to-print) 0x)
    (ok true)))
(define-public (mint (amount uint) (recipient principal))
  (ft-mint? coin amount recipient))
`;

const manifest = `
[project]
name = "token"
requirements = []
[contracts.token]
path = "contracts/token.clar"
clarity_version = 3
epoch = "3.0"
`;

/** The accounts that every new Clarinet project comes with. */
const network = `
[network]
name = "devnet"
[accounts.deployer]
mnemonic = "twice kind fence tip hidden tilt action fragile skin nothing glory cousin green tomorrow spring wrist shed math olympic multiply hip blue scout claw"
balance = 100000000000000
[accounts.wallet_1]
mnemonic = "sell invite acquire kitten bamboo drastic jelly vivid peace spawn twice guilt pave pen trash pretty park cube fragile unaware remain midnight betray rebuild"
balance = 100000000000000
`;

export async function clarityToken() {
  const simnet = await project();
  const accounts = simnet.getAccounts();
  const people = [accounts.get('deployer'), accounts.get('wallet_1')];
  for (const person of people) {
    simnet.callPublicFn('token', 'mint', [Cl.uint(10n ** 12n), Cl.principal(person)], people[0]);
  }
  let turn = 0;
  return function transfer() {
    const [from, to] = turn++ % 2 === 0 ? people : people.toReversed();
    const args = [Cl.uint(5), Cl.principal(from), Cl.principal(to), Cl.none()];
    const { result, events } = simnet.callPublicFn('token', 'transfer', args, from);
    if (result.type !== 'ok' || events.length !== 1) throw new Error('the transfer failed');
  };
}

async function project() {
  const folder = mkdtempSync(join(tmpdir(), 'clarity-token-'));
  const log = console.log;
  try {
    for (const name of ['contracts', 'settings']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'Clarinet.toml'), manifest);
    writeFileSync(join(folder, 'contracts', 'token.clar'), token);
    writeFileSync(join(folder, 'settings', 'Devnet.toml'), network);
    console.log = () => undefined; // it prints that it wrote a plan
    return await initSimnet(join(folder, 'Clarinet.toml'));
  } finally {
    console.log = log;
    rmSync(folder, { recursive: true, force: true });
  }
}
