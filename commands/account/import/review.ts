import { z } from "zod";
import { MisuseError, UserError } from "../../../src/errors.ts";
import { defineButton, outdatedComponentText } from "../../../src/interactions/components.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import { sealReplyToken } from "../../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import { type ImportView, createNotConnectedFile, renderImportReceipt, renderProgress } from "./render.ts";
import { createFirstPageId, importShowId } from "./show.ts";
import type { Import } from "./store.ts";
import { secondMs } from "../../../src/time.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { PageIndex } from "../../kit/page-buttons.ts";
import { paginateImport, renderImportReview } from "./render-preview.ts";

const onPage = { importId: z.string().min(1), page: PageIndex };
const takeId = defineCustomId("account.import.take", { ...onPage, line: z.coerce.number().int() });
const takeAllId = defineCustomId("account.import.take-all", onPage);
const fileId = defineCustomId("account.import.file", { importId: z.string().min(1) });

const replacedText =
  "You've started a newer import, so this one connected nobody. Run `/account import` to see the newer one.";

/** @throws UserError if it is gone or was replaced, MisuseError if it's someone else's */
async function requireOwn(importId: string, ctx: LinkedContext): Promise<Import> {
  const begun = await ctx.store.imports.find(importId);
  if (begun === undefined)
    throw new UserError("This import is more than 7 days old, so it's gone. Run `/account import` again.");
  const isOwn = begun.guildId === ctx.guildId && begun.discordUserId === ctx.invoker.discordUserId;
  if (!isOwn) throw new MisuseError(outdatedComponentText);
  if (begun.state === "cancelled") throw new UserError(replacedText);
  return begun;
}

async function readView(begun: Import, { store, commandMention }: LinkedContext): Promise<ImportView> {
  return {
    begun,
    people: await store.imports.people(begun.id),
    commandMention,
    showId: createFirstPageId(begun),
  };
}

async function show(importId: string, page: number, ctx: LinkedContext): Promise<Reply> {
  const begun = await requireOwn(importId, ctx);
  const view = await readView(begun, ctx);
  if (begun.state === "done") return renderImportReceipt(view);
  if (begun.state !== "asking") return renderProgress(view);
  const reply = renderImportReview(view, page, {
    page: (to) => importShowId.encode({ importId, page: to }),
    take: (line) => takeId.encode({ importId, page, line }),
    takeAll: takeAllId.encode({ importId, page }),
    file: fileId.encode({ importId }),
  });
  const lines = listReadyLines(view);
  return lines.length === 0 ? reply : importConfirmation.prompt({ importId, lines }, reply, ctx);
}

/** The people who would be connected. */
const listReadyLines = ({ people }: Pick<ImportView, "people">): number[] =>
  people.flatMap(({ state, line }) => (state === "ready" ? [line] : []));

const showButton = defineButton({
  id: importShowId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run({ importId, page }, ctx, interaction) {
    await requireOwn(importId, ctx);
    // The message can be edited for another 15 minutes.
    await ctx.store.imports.setReplyToken(importId, sealReplyToken(importId, interaction, ctx.vault));
    return show(importId, page, ctx);
  },
});

const takeButton = defineButton({
  id: takeId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run({ importId, page, line }, ctx) {
    const { state } = await requireOwn(importId, ctx);
    if (state === "asking") {
      const { imports } = ctx.store;
      const person = (await imports.people(importId)).find((each) => each.line === line);
      // Only what was suggested; the rest was said by the list.
      if (person?.typedMember === "" && person.state === "match")
        await imports.change(person, ["match"], { state: "ready" });
      else if (person?.typedMember === "") await imports.change(person, ["ready"], { state: "match" });
    }
    return show(importId, page, ctx);
  },
});

const takeAllButton = defineButton({
  id: takeAllId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run({ importId, page }, ctx) {
    const begun = await requireOwn(importId, ctx);
    const { imports } = ctx.store;
    if (begun.state === "asking")
      for (const person of paginateImport(await readView(begun, ctx), page).entries)
        await imports.change(person, ["match"], { state: "ready" });
    return show(importId, page, ctx);
  },
});

const fileButton = defineButton({
  id: fileId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  async run({ importId }, ctx) {
    const begun = await requireOwn(importId, ctx);
    const file = createNotConnectedFile(begun, await ctx.store.imports.people(importId));
    if (file === undefined) return { content: "Everyone in this list can be connected." };
    return {
      content: `${file.description}. Fix it and import it again; people who are connected stay connected.`,
      files: [file],
    };
  },
});

const Confirmed = z.object({
  importId: z.string(),
  /** The people the preview said would be connected. */
  lines: z.array(z.number()),
});
type Confirmed = z.output<typeof Confirmed>;

const importConfirmation = defineConfirmation<Confirmed, ImportView, "link">({
  kind: "account.import",
  access: "admin",
  needs: "link",
  payload: Confirmed,
  confirm: {
    label: ({ lines }) => `Connect ${pluralize(lines.length, "person", "people")}`,
    destructive: false,
  },
  cancel: {
    label: "Not now",
    sentence: "Nobody was connected. The list is kept for 7 days: continue with `/account import`.",
  },
  unknownOutcomeText:
    "I was interrupted while you confirmed, so I don't know whether it counted. Nobody is connected twice. Check the progress with `/account import`.",
  async execute({ importId, lines }, ctx) {
    const begun = await requireOwn(importId, ctx);
    const { imports } = ctx.store;
    const ready = listReadyLines({ people: await imports.people(importId) });
    if (begun.state === "asking" && ready.join() !== lines.join())
      throw new UserError(
        "The list changed after this preview, so nobody was connected. Review it again with `/account import`.",
      );
    // The receipt comes first: the background edits it.
    if (!(await imports.advance(importId, "asking", "connecting", ctx.now() + secondMs)))
      throw new UserError(
        "This was already confirmed. Nothing was done twice. See it with `/account import`.",
      );
    return readView(await requireOwn(importId, ctx), ctx);
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "This was already confirmed. Nothing was done twice. See it with `/account import`.",
    // The entry is written when it is known how many were connected.
    auditOutcome: () => "nowhere",
  },
  receipt: (view) => renderProgress(view),
});

export const reviewComponents = [
  showButton,
  takeButton,
  takeAllButton,
  fileButton,
  ...importConfirmation.components,
];
