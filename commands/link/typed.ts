import { z } from "zod";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { keepDraft } from "../../src/interactions/keep-draft.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";
import { mayBeShown } from "./input.ts";

const kind = "link.typed";

/** What was typed into the link form besides the key, which is kept nowhere. */
export interface Typed {
  readonly workspaceId: string;
  readonly name: string;
}
const Stored = z.object({ workspaceId: z.string(), name: z.string() });
const nothing: Typed = { workspaceId: "", name: "" };

/** Keeps it for the button that opens the form again. */
export function keepTyped({ workspaceId, name }: Typed, ctx: GuildContext): Promise<string> {
  const payload = {
    workspaceId: mayBeShown(workspaceId) ? workspaceId : "",
    name: mayBeShown(name) ? name : "",
  };
  return keepDraft({ kind, payload }, ctx);
}

/** @throws UserError when it was typed by somebody else, or too long ago */
export async function findTyped(draftId: string, ctx: GuildContext): Promise<Typed> {
  const { payload } = await findOwn(draftId, kind, ctx);
  return Stored.safeParse(payload).data ?? nothing;
}
