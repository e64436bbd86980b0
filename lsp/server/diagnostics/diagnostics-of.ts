// The problems of a document, as the protocol's diagnostics: first those of `pact check`, then those of `pact lint`.

import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic,
  type DiagnosticRelatedInformation,
} from 'vscode-languageserver/node';
import type { Diagnostic as Checked } from '../../../src/tools/analysis/check/diagnostic.ts';
import type { Analysis } from '../../../src/tools/analysis/workspace/analysis.ts';
import { isPactFile } from '../../../src/script/paths.ts';
import { didYouMean, errorAdvice } from '../../../src/lang/session/run.ts';
import type { Finding } from '../../../src/tools/lint/define.ts';
import { lintSource } from '../../../src/tools/lint/lint.ts';
import { rules } from '../../../src/tools/lint/rules/index.ts';
import { limits } from '../limits.ts';
import type { Session, View } from '../session.ts';

export const checkSource = 'pact';
export const lintSourceName = 'pact lint';

/** Errors come first if there are more than can be shown. */
export function diagnosticsOf(
  session: Session,
  view: View,
  { diagnostics: checked }: Analysis = view.snapshot.analysis(view.path),
): readonly Diagnostic[] {
  const errors = checked.filter(({ severity }) => severity === 'error');
  const warnings = checked.filter(({ severity }) => severity !== 'error');
  const found = [...errors, ...warnings].map((each) => fromCheck(session, view, each));
  const linted = session.settings.lint ? findingsOf(session, view) : [];
  const failed = session.testFailures.diagnosticsOf(view.path, view.document.text);
  return [...failed, ...found, ...linted.map((each) => fromLint(session, view, each))].slice(
    0,
    limits.diagnosticsOfFile,
  );
}

/** Returns warnings of the enabled lint rules; none for a file with syntax errors. */
export function findingsOf(session: Session, { path, document }: View): readonly Finding[] {
  const { ignoredRules } = session.projects.settingsOf(path);
  const chosen = rules.filter(({ name }) => !ignoredRules.has(name));
  if (document.errors.length > 0) return [];
  const linted = lintSource(document.source, { isContract: isPactFile(path), rules: chosen });
  return linted.kind === 'linted' ? linted.findings : [];
}

function fromCheck(session: Session, view: View, { severity, error }: Checked): Diagnostic {
  const message = error.message.replace(/\s*\n\s*/g, ' ');
  const hints = [errorAdvice(error), error.hint, didYouMean(error)];
  const page = `errors.md#${error.code.toLowerCase()}-${error.name.toLowerCase()}`;
  const related = relatedOf(session, view, error);
  return {
    range: view.lines.rangeOf(error.span),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: error.code,
    codeDescription: { href: session.options.documentation(page) },
    source: checkSource,
    message: [message, ...hints.filter((hint) => hint !== undefined)].join('\n'),
    ...(related.length > 0 && { relatedInformation: [...related] }),
  };
}

function relatedOf(
  session: Session,
  { snapshot }: View,
  { related }: Checked['error'],
): readonly DiagnosticRelatedInformation[] {
  const canShow = session.client.textDocument?.publishDiagnostics?.relatedInformation !== false;
  if (!canShow) return [];
  return related.flatMap(({ label, note, span }) => {
    const location = session.location(snapshot, span.source.name, span);
    return location === undefined ? [] : [{ location, message: `${label}${note}` }];
  });
}

const unused = /^unused-/;
const deprecated = /^deprecated-/;

function fromLint(session: Session, view: View, finding: Finding): Diagnostic {
  const { rule, severity, message, span } = finding;
  const tags = [
    ...(unused.test(rule) ? [DiagnosticTag.Unnecessary] : []),
    ...(deprecated.test(rule) ? [DiagnosticTag.Deprecated] : []),
  ];
  return {
    range: view.lines.rangeOf(span),
    severity: severity === 'warning' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information,
    code: rule,
    codeDescription: { href: session.options.documentation(`lint.md#${rule}`) },
    source: lintSourceName,
    message,
    ...(tags.length > 0 && { tags }),
  };
}
