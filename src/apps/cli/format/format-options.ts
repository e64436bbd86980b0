// The options of the formatter from pact.yaml.

import type { Project } from '../../../base/config/project.ts';
import { defaultFormat, type FormatOptions } from '../../../lang/session/analyse.ts';

export function formatOptions(format: Project['format'] | undefined): FormatOptions {
  const { width, indent, closers } = format ?? {};
  return {
    width: width ?? defaultFormat.width,
    indent: indent ?? defaultFormat.indent,
    closers: closersOf(closers),
  };
}

export const closersOf = (name: string | undefined): FormatOptions['closers'] =>
  name === 'own-line' ? name : defaultFormat.closers;
