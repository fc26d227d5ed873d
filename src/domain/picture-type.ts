const starts = [
  ["png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["jpg", [0xff, 0xd8, 0xff]],
  ["gif", [0x47, 0x49, 0x46, 0x38]],
] as const;
const riff = [0x52, 0x49, 0x46, 0x46];
const webp = [0x57, 0x45, 0x42, 0x50];

/** A picture's type by its first bytes, whatever its name; `undefined` for anything else. */
export function pictureType(data: Uint8Array): "png" | "jpg" | "gif" | "webp" | undefined {
  const has = (bytes: readonly number[], at = 0) => bytes.every((byte, index) => data[at + index] === byte);
  if (has(riff) && has(webp, 8)) return "webp";
  return starts.find(([, bytes]) => has(bytes))?.[0];
}
