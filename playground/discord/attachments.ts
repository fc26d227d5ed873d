import type { APIAttachment } from "discord-api-types/v10";
import type { Upload } from "./member-types.ts";

export const attachmentSizeLimit = 10 * 1024 * 1024;

interface Kept {
  readonly attachment: APIAttachment;
  readonly data: Uint8Array;
  readonly contentType: string;
}

const typesByEnding: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  csv: "text/csv; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  json: "application/json",
  ics: "text/calendar; charset=utf-8",
};

/**
 * Files that people and the bot sent, served back at `/attachments/<channel>/<id>/<name>`; those that only one person sees at
 * `/ephemeral-attachments/…`, as on Discord.
 */
export class Attachments {
  readonly #kept = new Map<string, Kept>();
  readonly #newId: () => string;
  readonly #baseUrl: () => string;

  constructor(newId: () => string, baseUrl: () => string) {
    this.#newId = newId;
    this.#baseUrl = baseUrl;
  }

  keep(
    channelId: string,
    upload: Upload,
    details: { readonly description?: string; readonly title?: string; readonly ephemeral: boolean },
  ): APIAttachment {
    const id = this.#newId();
    const filename = safeName(upload.name);
    const folder = details.ephemeral ? "ephemeral-attachments" : "attachments";
    const url = `${this.#baseUrl()}/${folder}/${channelId}/${id}/${encodeURIComponent(filename)}`;
    const contentType = upload.contentType ?? typeOf(filename);
    const attachment: APIAttachment = {
      id,
      filename,
      size: upload.data.byteLength,
      url,
      proxy_url: url,
      content_type: contentType,
      ...pictureSize(upload.data),
      ...(details.description === undefined ? {} : { description: details.description }),
      ...(details.title === undefined ? {} : { title: details.title }),
      ...(details.ephemeral ? { ephemeral: true } : {}),
    };
    this.#kept.set(id, { attachment, data: upload.data, contentType });
    return attachment;
  }

  find(id: string): Kept | undefined {
    return this.#kept.get(id);
  }
}

function typeOf(filename: string): string {
  return typesByEnding[filename.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
}

/** Discord replaces what does not belong into a file name. */
function safeName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]/gu, "_") || "file";
}

/** Width and height are at a fixed offset in a PNG; other pictures are sent without. */
function pictureSize(data: Uint8Array): { readonly width?: number; readonly height?: number } {
  const isPng = data.byteLength > 24 && data[0] === 0x89 && data[1] === 0x50 && data[2] === 0x4e;
  if (!isPng) return {};
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
