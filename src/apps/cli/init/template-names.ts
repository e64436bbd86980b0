// The names of the templates of `pact init`. The first one is the default.

export const templateNames = ['counter', 'token', 'sale', 'app'] as const;

export type TemplateName = (typeof templateNames)[number];
