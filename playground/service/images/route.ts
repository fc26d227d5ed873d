import { errorReply } from "../reply.ts";
import type { Workspaces } from "../workspaces.ts";
import { drawPicture, type PictureSpec } from "./draw.ts";

const drawn = new WeakMap<PictureSpec, Buffer<ArrayBuffer>>();

/** Needs no token: Discord and the page fetch pictures on their own. */
export function pictureRoute(workspaces: Workspaces, name: string): Response {
  const spec = workspaces.picture(name);
  if (spec === undefined) {
    const { status, headers, body } = errorReply(404, "Picture not found.");
    return new Response(body, { status, headers });
  }
  const bytes = drawn.get(spec) ?? drawPicture(spec);
  drawn.set(spec, bytes);
  return new Response(bytes, {
    headers: { "content-type": "image/png", "cache-control": "max-age=300" },
  });
}
