/** Freezes data recursively, so that it can be shared. Returns the same object. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  if (Array.isArray(data)) for (const part of data) deepFreeze(part);
  // Parsed data has no inherited keys, and `Object.values` would cost more than everything else here.
  else for (const name in data) if (typeof data[name] === "object") deepFreeze(data[name]);
  return Object.freeze(data);
}
