export declare function languagesTwice(dist: string, sources: string): readonly string[];
