// Messages of errors in lists.

export const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
