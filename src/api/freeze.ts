/** Makes data unchangeable through and through, so that it may be given to many. Gives back the same object. */
export function freeze<T>(data: T): T {
  if (typeof data !== "object" || data === null || Object.isFrozen(data)) return data;
  Object.freeze(data);
  for (const part of Object.values(data)) freeze(part);
  return data;
}
