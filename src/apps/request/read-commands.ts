// Reads files with signed commands of `pact -a`, `add-sig` and `combine-sigs`: a batch or a single command.

import { commandAt, type Command } from '../../chain/command/command.ts';
import { reading, type Reading } from '../../chain/command/fault.ts';
import { placeOfText } from '../../chain/command/fields.ts';

export function readCommands(text: string): Reading<readonly Command[]> {
  return reading(() => {
    const root = placeOfText(text, 'the input');
    const batch = root.optionalField('cmds');
    if (batch === undefined) return [commandAt(root)];
    return batch.items.length === 0 ? batch.refuse('is empty') : batch.items.map(commandAt);
  });
}
