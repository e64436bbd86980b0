// Signs the guest book on a running `pact devnet`, and shows what is in it: npm start -- "Hello!"

import { account, node } from './devnet.js';
import { Guestbook } from './guestbook.js';

const [text = 'Hello from the app!'] = process.argv.slice(2);
const book = new Guestbook(node);

try {
  const written = (await book.isGuest(account.name))
    ? await book.change(account, text)
    : await book.sign(account, text);
  console.log(`${account.name} wrote: ${written}`);
  console.log(`The chain has: ${await book.textOf(account.name)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('Is `pact devnet` running, and the contract deployed: pact deploy -n development?');
  process.exitCode = 1;
}
