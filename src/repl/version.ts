// Versions that users ask for. The language's is the reference's own answer: 5.4.1 did not change it.

export const languageVersion = '5.4';
