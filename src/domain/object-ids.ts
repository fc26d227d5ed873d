/**
 * The ids in an id or a pasted link, in order, each once. The service's things have ids of 24 hexadecimal digits; ids of
 * people and of Discord are made otherwise, so they are never taken for one.
 */
export function objectIdsIn(text: string): readonly string[] {
  const parts = text.split(/[^0-9A-Za-z]+/).filter((part) => /^[0-9a-f]{24}$/i.test(part));
  return [...new Set(parts)];
}
