import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { draftLifetimeMs } from "../../src/interactions/confirmation.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { findOwn } from "../../src/interactions/own-draft.ts";
import { RoleText } from "./role-text.ts";

const kind = "role.form";

const FormDraft = z.object({
  text: RoleText,
  /** The question that is given up once the changed role is asked. */
  replaces: z.string().optional(),
});
export type FormDraft = z.output<typeof FormDraft>;

/** Stands in a custom id for a form that was opened from nothing. */
export const noDraft = "";

/** Keeps what was typed, so that it can be mended. */
export async function keepFormDraft(draft: FormDraft, ctx: GuildContext): Promise<string> {
  const id = ctx.newId();
  const createdAt = ctx.now();
  await ctx.store.drafts.create({
    id,
    guildId: ctx.guildId,
    discordUserId: ctx.caller.discordUserId,
    kind,
    payload: draft,
    createdAt,
    expiresAt: createdAt + draftLifetimeMs,
  });
  return id;
}

/** @throws UserError when it is too old, MisuseError when it is somebody else's */
export async function findFormDraft(draftId: string, ctx: GuildContext): Promise<FormDraft> {
  const found = FormDraft.safeParse((await findOwn(draftId, kind, ctx)).payload);
  if (found.success) return found.data;
  throw new UserError(
    `What was typed then can no longer be read, so nothing was sent. Please run ${ctx.commandMention("role create")} again.`,
  );
}
