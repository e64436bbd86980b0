// The content of a documentation page, independent of the output format.

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  /** A link to a page of the same documentation; its text is code. */
  | { readonly kind: 'link'; readonly text: string; readonly page: string; readonly id?: string };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3 | 4;
      /** The target of links; unique on its page. */
      readonly id: string;
      readonly content: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  /** A numbered list. */
  | { readonly kind: 'steps'; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

export type Page = {
  /** The name of its file, without an extension. */
  readonly name: string;
  readonly title: string;
  readonly blocks: readonly Block[];
};

export const text = (content: string): Inline => ({ kind: 'text', text: content });
export const strong = (content: string): Inline => ({ kind: 'strong', text: content });
export const code = (content: string): Inline => ({ kind: 'code', text: content });

export function paragraph(...content: readonly (Inline | string)[]): Block {
  return {
    kind: 'paragraph',
    content: content.map((each) => (typeof each === 'string' ? text(each) : each)),
  };
}

/** Puts commas between the items. */
export function separated(items: readonly Inline[]): readonly Inline[] {
  return items.flatMap((item, i) => (i === 0 ? [item] : [text(', '), item]));
}

export const section = (heading: string): Block => ({
  kind: 'heading',
  level: 2,
  id: heading.toLowerCase().replaceAll(' ', '-'),
  content: [text(heading)],
});
