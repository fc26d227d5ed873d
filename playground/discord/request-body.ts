import type { Context } from "hono";
import { fileTooLarge, invalidJson } from "./api-error.ts";
import { attachmentSizeLimit } from "./attachments.ts";
import { isFields } from "./body-validator.ts";
import type { Upload } from "./member-types.ts";

export interface RequestBody {
  readonly json: unknown;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Files by the number in `files[n]`. */
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly multipart: boolean;
  readonly bytes: number;
}

export const noBody: RequestBody = {
  json: undefined,
  fields: {},
  uploads: new Map(),
  multipart: false,
  bytes: 0,
};

/** JSON, or a form with `payload_json` and `files[n]`. @throws DiscordApiError */
export async function readBody(context: Context): Promise<RequestBody> {
  const type = context.req.header("content-type") ?? "";
  const bytes = Number(context.req.header("content-length") ?? 0);
  if (type.startsWith("multipart/form-data")) return readMultipart(await context.req.formData(), bytes);
  const text = await context.req.text();
  if (text === "") return noBody;
  const json = parse(text);
  return { ...noBody, json, fields: isFields(json) ? json : {}, bytes: Buffer.byteLength(text) };
}

async function readMultipart(form: FormData, bytes: number): Promise<RequestBody> {
  const payload = form.get("payload_json");
  const json = typeof payload === "string" ? parse(payload) : {};
  const uploads = new Map<string, Upload>();
  for (const [key, value] of form) {
    const number = /^files?\[(\d+)\]$/.exec(key)?.[1];
    if (number === undefined || typeof value === "string") continue;
    if (value.size > attachmentSizeLimit) throw fileTooLarge();
    const data = new Uint8Array(await value.arrayBuffer());
    const known = value.type === "" || value.type === "application/octet-stream";
    uploads.set(number, { name: value.name, data, ...(known ? {} : { contentType: value.type }) });
  }
  return { json, fields: isFields(json) ? json : {}, uploads, multipart: true, bytes };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidJson();
  }
}
