// Prints values for the REPL and error messages, as documents. Only keysets, guards with arguments and strings with
// line feeds can break into lines. Built without recursion and within a limit of characters.
// Source: the Pretty instances of PactValue, Guard and CapToken, section 3.4.

import { commaBraces, concat, list, render, text, type Doc } from '../../../base/doc.ts';
import { inOnePiece } from '../../../base/text.ts';
import { showDecimal } from '../number/decimal.ts';
import { predicateText } from './show.ts';
import { formatDefaultTime } from '../time/time-format.ts';
import { prettyTypeText, type Type } from '../type.ts';
import { ValueTooLarge } from '../value-too-large.ts';
import type { Decimal, Guard, PactValue } from '../value.ts';

export type PrettyOptions = {
  /** Characters; 2^22 when absent. */
  readonly limit?: number;
  /** What happens beyond the limit: the rest becomes `...` (the default), or `ValueTooLarge` is thrown. */
  readonly beyond?: 'truncate' | 'throw';
};

export function prettyValue(value: PactValue, options: PrettyOptions = {}): Doc {
  return new Printer(options).print((printer) => printer.open(value));
}

/** Limits the laid-out text. Indentation counts too: it may be far longer than the content. */
export function prettyValueText(value: PactValue, options: PrettyOptions = {}): string {
  const { limit = defaultLimit } = options;
  const longest = 2 * limit + guardText;
  const laidOut = render(prettyValue(value, options), { limit: longest });
  if (laidOut.length > longest && options.beyond === 'throw') throw new ValueTooLarge(limit);
  return laidOut;
}

/** Prints capabilities and calls as in messages: `(name a b)`, or `(name)` without arguments. */
export function prettyCall(
  name: string,
  args: readonly PactValue[],
  options: PrettyOptions = {},
): Doc {
  return new Printer(options).print((printer) => printer.openCall('', name, args));
}

/** Prints a type as in error messages. */
export function prettyType(type: Type): Doc {
  return text(prettyTypeText(type));
}

/** Like `show`, but an integral value has one decimal place: 2.00 is printed 2.0. */
export function prettyDecimalText(value: Decimal): string {
  const shown = showDecimal(value);
  if (value.places === 0) return `${shown}.0`;
  const point = shown.length - value.places;
  for (let i = point; i < shown.length; i++) if (shown.charCodeAt(i) !== 0x30) return shown;
  return `${shown.slice(0, point)}0`;
}

/** Characters that are joined into one piece at a time. */
const pieceLength = 4096;

/** Text and documents in sequence; neighbouring texts are joined. */
class DocBuilder {
  private readonly parts: Doc[] = [];
  private gathered = '';
  private pieces: string[] = [];

  add(content: string): void {
    this.gathered += content;
    if (this.gathered.length > pieceLength) this.finishPiece();
  }

  addDoc(doc: Doc): void {
    this.flush();
    this.parts.push(doc);
  }

  finish(): Doc {
    this.flush();
    const [only] = this.parts;
    return only !== undefined && this.parts.length === 1
      ? only
      : { kind: 'concat', parts: this.parts };
  }

  private flush(): void {
    const gathered =
      this.pieces.length === 0 ? this.gathered : this.pieces.join('') + this.gathered;
    if (gathered !== '') this.parts.push(text(gathered));
    this.gathered = '';
    this.pieces = [];
  }

  private finishPiece(): void {
    this.pieces.push(inOnePiece(this.gathered));
    this.gathered = '';
  }
}

/** A container that is still being written. */
type Frame = {
  readonly parts: readonly PactValue[];
  readonly labels: readonly string[] | undefined;
  /** `undefined` if each part becomes a document of its own. */
  readonly separator: string | undefined;
  readonly docs: Doc[];
  readonly close: (docs: readonly Doc[], outer: DocBuilder) => void;
  next: number;
};

const defaultLimit = 0x400000;
/** The minimum number of characters of a guard with arguments, and the indentation of a guard inside it. */
const guardText = 20;
const guardIndent = 20;

class Printer {
  private readonly limit: number;
  private readonly truncates: boolean;
  private readonly frames: Frame[] = [];
  /** The last is written to; each frame with documents has one for its current part. */
  private readonly builders: DocBuilder[] = [new DocBuilder()];
  private written = 0;
  /** From now on, only the closing text of open containers is written. */
  private truncated = false;

  constructor(options: PrettyOptions) {
    this.limit = options.limit ?? defaultLimit;
    this.truncates = options.beyond !== 'throw';
  }

  print(begin: (printer: Printer) => void): Doc {
    begin(this);
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      this.step(frame);
    }
    return this.builder.finish();
  }

  open(value: PactValue): void {
    switch (typeof value) {
      case 'string':
        return this.add(`"${value}"`);
      case 'bigint':
        return this.add(value.toString());
      case 'boolean':
        return this.add(value ? 'true' : 'false');
      default:
        return this.openInstance(value);
    }
  }

  openCall(prefix: string, name: string, args: readonly PactValue[]): void {
    this.add(`${prefix}(${name}${args.length === 0 ? '' : ' '}`);
    this.openInline(args, ' ', ')');
  }

  private step(frame: Frame): void {
    const inline = frame.separator !== undefined;
    if (!inline && frame.next > 0) frame.docs.push(this.endBuilder());
    if (this.truncated || frame.next === frame.parts.length) {
      this.frames.pop();
      frame.close(frame.docs, this.builder);
      return;
    }
    const index = frame.next++;
    if (!inline) this.builders.push(new DocBuilder());
    else if (index > 0) this.add(frame.separator);
    if (this.written > this.limit) {
      if (!this.truncates) throw new ValueTooLarge(this.limit);
      this.builder.add('...');
      this.truncated = true;
      return;
    }
    if (frame.labels !== undefined) this.add(frame.labels[index] as string);
    this.open(frame.parts[index] as PactValue);
  }

  private endBuilder(): Doc {
    const builder = this.builder;
    this.builders.pop();
    return builder.finish();
  }

  private openInstance(value: Exclude<PactValue, string | bigint | boolean>): void {
    switch (value.kind) {
      case 'decimal':
        return this.add(prettyDecimalText(value));
      case 'unit':
        return this.add('()');
      case 'time':
        return this.add(`"${formatDefaultTime(value)}"`);
      case 'list':
        this.add('[');
        return this.openInline(value.items, ' ', ']');
      case 'object': {
        this.add('{');
        const labels = [...value.fields.keys()].map((field) => `"${field}": `);
        return this.openInline([...value.fields.values()], ',', '}', labels);
      }
      case 'guard':
        return this.openGuard(value);
      case 'modref':
        return this.add(value.module.text);
      case 'captoken':
        return this.openCall('CapToken', value.name.qualified, value.args);
      case 'table':
        return this.add(value.name.text);
    }
  }

  private openGuard(guard: Guard): void {
    switch (guard.guard) {
      case 'keyset': {
        const keys = concat('keys: ', list(guard.keys));
        const predicate = `pred: ${predicateText(guard.predicate)}`;
        this.written += guard.keys.reduce((length, key) => length + key.length + 2, 0);
        return this.builder.addDoc(braced('KeySet ', [keys, text(predicate)]));
      }
      case 'keyset-ref':
        return this.add(`'${guard.name.text}`);
      case 'user':
        return this.openArgs(guard.args, (args, outer) => {
          outer.addDoc(braced('UserGuard ', [text(`fun: ${guard.fun.text}`), args]));
        });
      case 'capability':
        return this.openArgs(guard.args, (args, outer) => {
          const name = text(`name: ${guard.name.text}`);
          const pactId = text(`pactId: ${guard.pactId ?? ''}`);
          outer.addDoc(braced('CapabilityGuard ', [name, args, pactId]));
        });
      case 'module': {
        const parts = [text(`module: ${guard.module.text}`), text(`name: ${guard.name}`)];
        return this.builder.addDoc(braced('ModuleGuard ', parts));
      }
      case 'pact': {
        const parts = [text(`pactId: ${guard.pactId}`), text(`name: ${guard.name}`)];
        return this.builder.addDoc(braced('PactGuard ', parts));
      }
    }
  }

  /** Prints parts on one line, with the text around them. */
  private openInline(
    parts: readonly PactValue[],
    separator: string,
    end: string,
    labels?: readonly string[],
  ): void {
    const close = (): void => this.add(end);
    this.frames.push({ parts, labels, separator, docs: [], close, next: 0 });
  }

  /** Prints arguments of a guard: a list that breaks between them, with nested guards indented. */
  private openArgs(
    parts: readonly PactValue[],
    close: (args: Doc, outer: DocBuilder) => void,
  ): void {
    this.written += guardText + guardIndent * this.builders.length;
    this.frames.push({
      parts,
      labels: undefined,
      separator: undefined,
      docs: [],
      close: (docs, outer) => close(concat('args: ', list(docs)), outer),
      next: 0,
    });
  }

  private add(content: string): void {
    this.written += content.length;
    this.builder.add(content);
  }

  private get builder(): DocBuilder {
    return this.builders.at(-1) as DocBuilder;
  }
}

function braced(name: string, parts: readonly Doc[]): Doc {
  return concat(name, commaBraces(parts));
}
