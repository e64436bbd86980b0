// Placeholders for values in the samples of entries, because values belong to a higher layer.

import { braces, commaBraces, concat, list, text } from '../../../base/doc.ts';
import type { Shown } from '../entry.ts';

export const sampleText =
  (content: string): Shown =>
  () =>
    text(content);

export const sampleObject: Shown = () => braces('"a": 1,"b": 2');

export const sampleToken: Shown = () => text('(m.TRANSFER "alice" "bob" 1.0)');

export const sampleKey = '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca';

export const sampleHash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

export const sampleKeyset: Shown = () =>
  concat('KeySet ', commaBraces([concat('keys: ', list([sampleKey])), 'pred: keys-all']));
