// The thread of `pact lsp` that answers.

import { parentPort } from 'node:worker_threads';
import { serveLanguage } from '../../lsp/server/serve.ts';
import { assert } from '../base/assert.ts';

assert(parentPort !== null, 'it is started as a thread');
serveLanguage(parentPort);
