// Searches a string for another one, in time proportional to the sum of their lengths, not the product.

/** Up to this length, the product is only a few times the length of the text. */
const shortPart = 16;

export function includesText(text: string, part: string): boolean {
  if (part.length <= shortPart || part.length >= text.length) return text.includes(part);
  return find(text, part);
}

/** Knuth, Morris and Pratt: JavaScript's own search can compare the whole part at every position of the text. */
function find(text: string, part: string): boolean {
  const fallback = fallbacksOf(part);
  let matched = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = fallback[matched] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched === part.length) return true;
  }
  return false;
}

/** For every number of matched units, returns how many of the last ones are also a prefix of the part. */
function fallbacksOf(part: string): Int32Array {
  const fallback = new Int32Array(part.length + 1);
  let matched = 0;
  for (let i = 1; i < part.length; i++) {
    const unit = part.charCodeAt(i);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = fallback[matched] as number;
    if (part.charCodeAt(matched) === unit) matched++;
    fallback[i + 1] = matched;
  }
  return fallback;
}
