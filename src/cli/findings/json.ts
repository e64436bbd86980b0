// Findings as one JSON array.

import { regionOf, type ShownFinding } from './finding.ts';

export function jsonText(findings: readonly ShownFinding[]): string {
  const plain = findings.map((finding) => {
    const { level, rule, message } = finding;
    return { ...regionOf(finding), level, rule, message };
  });
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}
