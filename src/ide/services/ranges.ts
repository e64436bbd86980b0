// What services answer in common. Offsets count UTF-16 units from the beginning of a file.

export type TextRange = { readonly start: number; readonly end: number };
