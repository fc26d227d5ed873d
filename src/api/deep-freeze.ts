/** Makes data unchangeable through and through, so that it may be given to many. Gives back the same object. */
export function deepFreeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  if (Array.isArray(data)) for (const part of data) deepFreeze(part);
  // What was parsed has no names from elsewhere, and a list of its values would cost more than all the rest.
  else for (const name in data) if (typeof data[name] === "object") deepFreeze(data[name]);
  return Object.freeze(data);
}
