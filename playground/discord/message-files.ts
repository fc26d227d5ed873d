import type { APIAttachment } from "discord-api-types/v10";
import type { Attachments } from "./attachments.ts";
import { isFields } from "./body-validator.ts";
import type { RequestBody } from "./request-body.ts";

/** Keeps the files of a request, with what its `attachments` say about them. */
export function keepFiles(
  attachments: Attachments,
  channelId: string,
  body: RequestBody,
  ephemeral: boolean,
): readonly APIAttachment[] {
  const listed = body.fields["attachments"];
  const described = Array.isArray(listed) ? listed.filter(isFields) : [];
  return [...body.uploads].map(([number, upload]) => {
    const { description, title, filename } = described.find((part) => String(part["id"]) === number) ?? {};
    return attachments.keep(
      channelId,
      { ...upload, name: typeof filename === "string" ? filename : upload.name },
      {
        ephemeral,
        ...(typeof description === "string" ? { description } : {}),
        ...(typeof title === "string" ? { title } : {}),
      },
    );
  });
}

/** An edit that lists attachments keeps only those it lists. */
export function keptFiles(files: readonly APIAttachment[], listed: unknown): readonly APIAttachment[] {
  if (!Array.isArray(listed)) return files;
  const ids = new Set(listed.filter(isFields).map(({ id }) => String(id)));
  return files.filter(({ id }) => ids.has(id));
}
