import type { FormCheck } from "./body-validator.ts";

/** On file uploads and attachment options since 5 August 2026, by Discord's change log: at most ten of them. */
const maxFileTypes = 10;
const groups: Readonly<Record<string, readonly string[]>> = {
  image: ["png", "jpg", "jpeg", "gif", "webp", "avif", "heic"],
  video: ["mp4", "mov", "webm"],
  audio: ["mp3", "ogg", "wav", "flac", "m4a"],
};

export function checkFileTypes(form: FormCheck, fields: Readonly<Record<string, unknown>>): void {
  for (const [index, value] of form.list(fields, "file_types", { max: maxFileTypes }).entries()) {
    const isKnown =
      typeof value === "string" && (Object.hasOwn(groups, value) || /^\.[a-z0-9]+$/i.test(value));
    if (!isKnown)
      form
        .at("file_types", index)
        .refuse("BASE_TYPE_CHOICES", "Value must be one of image, video, audio or a file extension.");
  }
}

/** Discord's apps look at the name alone. */
export function isNameAllowed(name: string, fileTypes: unknown): boolean {
  if (!Array.isArray(fileTypes) || fileTypes.length === 0) return true;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return fileTypes.some((type) =>
    typeof type === "string" && type.startsWith(".")
      ? type.slice(1).toLowerCase() === extension
      : (groups[String(type)] ?? []).includes(extension),
  );
}

/** The package of types doesn't know them yet. */
export function fileTypesOf(declared: object): unknown {
  return "file_types" in declared ? declared.file_types : undefined;
}
