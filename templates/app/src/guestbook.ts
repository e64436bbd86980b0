// The guest book as an app sees it: functions with the types of the contract, which `npm run types` writes.

import {
  createClient,
  createSignWithKeypair,
  isSignedTransaction,
  Pact,
  type ChainId,
  type ICommandResult,
  type IClient,
} from '@kadena/client';
import {
  calls,
  capabilities,
  type PactCall,
  type PactCapability,
  type ResultOf,
} from './types/free.guestbook.js';

export type Node = {
  readonly address: string;
  readonly networkId: string;
  readonly chainId: ChainId;
};

export type Account = {
  readonly name: string;
  readonly publicKey: string;
  readonly secretKey: string;
};

export class Guestbook {
  private readonly client: IClient;

  constructor(private readonly node: Node) {
    const { address } = node;
    this.client = createClient(
      ({ networkId, chainId }) => `${address}/chainweb/0.0/${networkId}/chain/${chainId}/pact`,
    );
  }

  /** Returns whether the account has an entry. */
  isGuest(guest: string): Promise<boolean> {
    return this.read(calls.isGuest(guest));
  }

  textOf(guest: string): Promise<string> {
    return this.read(calls.textOf(guest));
  }

  /** Writes a new entry, and returns its text. */
  sign(account: Account, text: string): Promise<string> {
    const guard = { code: '(read-keyset "guest")' };
    return this.send(account, calls.sign(account.name, guard, text), []);
  }

  /** Changes an entry, and returns its text. */
  change(account: Account, text: string): Promise<string> {
    return this.send(account, calls.change(account.name, text), [capabilities.WRITE(account.name)]);
  }

  private async read<Call extends PactCall<unknown>>(call: Call): Promise<ResultOf<Call>> {
    const { networkId, chainId } = this.node;
    const question = Pact.builder
      .execution(call)
      .setMeta({ chainId })
      .setNetworkId(networkId)
      .createTransaction();
    return dataOf<Call>(await this.client.dirtyRead(question));
  }

  private async send<Call extends PactCall<unknown>>(
    { name, publicKey, secretKey }: Account,
    call: Call,
    allowed: readonly PactCapability[],
  ): Promise<ResultOf<Call>> {
    const { networkId, chainId } = this.node;
    const gas: PactCapability = { name: 'coin.GAS', args: [] };
    const transaction = Pact.builder
      .execution(call)
      .addData('guest', { keys: [publicKey], pred: 'keys-all' })
      .addSigner(publicKey, () => [gas, ...allowed])
      .setMeta({ chainId, senderAccount: name, gasLimit: 2500 })
      .setNetworkId(networkId)
      .createTransaction();
    const signed = await createSignWithKeypair({ publicKey, secretKey })(transaction);
    if (!isSignedTransaction(signed)) throw new Error('a signature is missing');
    const sent = await this.client.submit(signed);
    return dataOf<Call>(await this.client.listen(sent));
  }
}

function dataOf<Call>({ result }: ICommandResult): ResultOf<Call> {
  if (result.status === 'failure') throw new Error(errorText(result.error));
  // The contract has the type that the call has.
  return result.data as ResultOf<Call>;
}

function errorText(error: unknown): string {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(error);
}
