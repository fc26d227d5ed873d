/** Below it, no text is long enough to cost much, whatever stands in it. */
const smallLength = 64 * 1024;
const maxDepth = 64;
/** Of objects and lists together: of real answers ten times as long as the longest that is read. */
const maxContainers = 400_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether reading this JSON costs no more than reading a real answer of its length: millions of empty objects take
 * seconds and hundreds of megabytes. Looks at brackets only; what is no JSON at all may pass.
 */
export function isReadable(text: string): boolean {
  if (text.length <= smallLength) return true;
  let depth = 0;
  let containers = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === 0x7b || code === 0x5b) {
      containers += 1;
      depth += 1;
      if (depth > maxDepth || containers > maxContainers) return false;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return true;
}

function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}
