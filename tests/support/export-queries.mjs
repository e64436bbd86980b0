// The queries of docs/export-queries.md, as PostgreSQL runs them once their psql variables are replaced.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../../docs/export-queries.md', import.meta.url), 'utf8');

/** `section` is the number of the heading, `nth` counts the queries below it from 1. */
export const exportQueries = text.split(/^## (?=\d)/m).flatMap((part, index) => {
  if (index === 0) return [];
  const title = part.slice(0, part.indexOf('\n'));
  return [...part.matchAll(/^```sql\n([^]*?);\n```$/gm)].map(([, sql], at) => ({
    title,
    section: index,
    nth: at + 1,
    sql,
  }));
});

/** Replaces `:'name'` by a string literal and `:name` by a number. A name without a value is an error. */
export function withVariables(sql, variables) {
  return sql.replace(/(?<![:\w]):('?)([a-z]+)\1/g, (_, quote, name) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return quote === '' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });
}
