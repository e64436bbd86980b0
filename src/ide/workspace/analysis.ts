// What the walks through a project say of its files. A file that several scripts load is met several
// times: for each form the visit counts in which most names have a meaning.

import type { TopLevel } from '../../lang/session/analyse.ts';
import type { SeenForm } from '../check/walk.ts';
import type { NativeSets } from '../natives/native-sets.ts';
import { collectReferences } from './collect-references.ts';
import { Meanings } from './meanings.ts';
import type { Reference } from './symbols.ts';

export type FileAnalysis = Pick<FileAnalyses, 'referencesOf'>;

export class FileAnalyses {
  private readonly natives: NativeSets;
  private readonly files = new Map<string, Map<TopLevel, readonly Reference[]>>();

  constructor(natives: NativeSets) {
    this.natives = natives;
  }

  /** What a walk tells of its forms. */
  startWalk(): (seen: SeenForm) => void {
    const meanings = new Meanings(this.natives);
    return (seen) => {
      const defined = meanings.add(seen);
      const found = collectReferences(seen, meanings, defined);
      const forms = this.files.get(seen.file.path) ?? new Map<TopLevel, readonly Reference[]>();
      this.files.set(seen.file.path, forms);
      const before = forms.get(seen.form);
      if (before === undefined || before.length < found.length) forms.set(seen.form, found);
    };
  }

  referencesOf(path: string): readonly Reference[] {
    const all = [...(this.files.get(path)?.values() ?? [])].flat();
    const sorted = all.sort(
      (left, right) => left.span.start - right.span.start || left.span.end - right.span.end,
    );
    return sorted.filter(({ span }, i) => {
      const before = sorted[i - 1]?.span;
      return before === undefined || before.start !== span.start || before.end !== span.end;
    });
  }
}
