import type { Hono } from "hono";
import type { Attachments } from "./attachments.ts";

/** Files that were sent. Nothing in them may run, whatever they say they are. */
export function serveAttachments(app: Hono, attachments: Attachments): void {
  app.get("/:folder{(?:ephemeral-)?attachments}/:channel/:id/:name", (c) => {
    const kept = attachments.find(c.req.param("id"));
    if (kept === undefined) return c.notFound();
    return c.body(Uint8Array.from(kept.data), 200, {
      "Content-Type": kept.contentType,
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, max-age=31536000, immutable",
    });
  });
}
