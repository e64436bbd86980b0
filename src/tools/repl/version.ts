// The versions that users can read. That of the language is the reference's own answer, which 5.4.1 did not change.

export const languageVersion = '5.4';
