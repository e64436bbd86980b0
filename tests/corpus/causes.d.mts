export type Refusal = {
  readonly code: string;
  readonly message: string;
  readonly line: string;
  readonly before: string;
  /** Whether the text of a module that it names was refused before. */
  readonly wasRefused: boolean;
  /** Whether the archive has a module of a name that it names. */
  readonly isOfArchive: boolean;
};

export declare const causes: readonly {
  readonly id: string;
  readonly what: string;
  readonly where: string;
  readonly fits: (refusal: Refusal) => boolean;
}[];

/** `unknown` where none fits. */
export declare function causeOf(refusal: Refusal): string;
