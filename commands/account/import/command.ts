import { z } from "zod";
import { renderContext } from "../../../src/ui/render-context.ts";
import { recordAudit } from "../../../src/interactions/audit.ts";
import type { Account } from "../../../src/store/accounts.ts";
import { nextTurn } from "../../../src/turns.ts";
import { UserError, MisuseError } from "../../../src/errors.ts";
import { defineButton, outdatedComponentText } from "../../../src/interactions/components.ts";
import { type ReplyToken, sealReplyToken } from "../../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../../src/interactions/custom-id.ts";
import { defineSubcommand } from "../../../src/interactions/define.ts";
import type { LinkedContext } from "../../../src/interactions/handler-context.ts";
import {
  renderProgress,
  renderImportMenu,
  type ImportView,
  createNotConnectedFile,
  renderImportReceipt,
  paginateImport,
  renderImportReview,
  renderImportUndone,
  renderUndoImport,
} from "./render.ts";
import { createFirstPageId, createUndoId, importShowId, undoImportId } from "./show.ts";
import type { Import, NewPerson } from "./store.ts";
import { createCsvFile } from "../../../src/ui/csv-file.ts";
import type { Reply } from "../../../src/ui/reply.ts";
import { secondMs } from "../../../src/time.ts";
import { createFileField, createTextField, readFiles, readText } from "../../kit/fields.ts";
import { defineDraftForm } from "../../kit/form.ts";
import { attachmentOption } from "../../kit/options.ts";
import { maxFileBytes, maxPeople, readPastedPeople, readPeopleFile } from "./read-list.ts";
import { defineConfirmation } from "../../../src/interactions/confirmation/define.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { PageIndex } from "../../kit/paged-list.ts";

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
    undoId: createUndoId(begun),
  };
}

async function show(
  importId: string,
  page: number,
  ctx: LinkedContext,
  { locale }: { readonly locale: string },
): Promise<Reply> {
  const begun = await requireOwn(importId, ctx);
  const view = await readView(begun, ctx);
  if (begun.state === "done") return renderImportReceipt(view, locale);
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
    return show(importId, page, ctx, interaction);
  },
});

const takeButton = defineButton({
  id: takeId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run({ importId, page, line }, ctx, interaction) {
    const { state } = await requireOwn(importId, ctx);
    if (state === "asking") {
      const { imports } = ctx.store;
      const person = (await imports.people(importId)).find((each) => each.line === line);
      // Only what was suggested; the rest was said by the list.
      if (person?.typedMember === "" && person.state === "match")
        await imports.change(person, ["match"], { state: "ready" });
      else if (person?.typedMember === "") await imports.change(person, ["ready"], { state: "match" });
    }
    return show(importId, page, ctx, interaction);
  },
});

const takeAllButton = defineButton({
  id: takeAllId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run({ importId, page }, ctx, interaction) {
    const begun = await requireOwn(importId, ctx);
    const { imports } = ctx.store;
    if (begun.state === "asking")
      for (const person of paginateImport(await readView(begun, ctx), page).entries)
        await imports.change(person, ["match"], { state: "ready" });
    return show(importId, page, ctx, interaction);
  },
});

const fileButton = defineButton({
  id: fileId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  async run({ importId }, ctx, { locale }) {
    const begun = await requireOwn(importId, ctx);
    const file = createNotConnectedFile(begun, await ctx.store.imports.people(importId), locale);
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

const Undoing = z.object({ importId: z.string(), count: z.number() });

/** Whoever was disconnected since isn't among them, even if someone connected them to the same user again. */
async function listStillConnected(
  { id, until: endedAt }: Import,
  ctx: LinkedContext,
): Promise<readonly Account[]> {
  const people = await ctx.store.imports.people(id);
  const connected = new Map(
    people.flatMap(({ state, userId, discordUserId }) =>
      state === "connected" && userId !== undefined ? [[userId, discordUserId] as const] : [],
    ),
  );
  const accounts = await ctx.store.accounts.ofUsers(ctx.guildId, [...connected.keys()]);
  return accounts.filter(
    ({ userId, discordUserId, connectedAt }) =>
      connected.get(userId) === discordUserId && connectedAt <= endedAt,
  );
}

const undoConfirmation = defineConfirmation<z.output<typeof Undoing>, number, "link">({
  kind: "account.undo-import",
  access: "admin",
  needs: "link",
  payload: Undoing,
  confirm: {
    label: ({ count }) => `Disconnect ${pluralize(count, "person", "people")}`,
    destructive: true,
  },
  cancel: { label: "Keep it", sentence: "Everyone stays connected. Nothing was changed." },
  unknownOutcomeText:
    "I was interrupted, so I don't know how many were disconnected. See who's connected with `/account list`.",
  async execute({ importId }, ctx) {
    const begun = await requireOwn(importId, ctx);
    let count = 0;
    for (const { discordUserId: member, userId, displayName } of await listStillConnected(begun, ctx)) {
      await nextTurn();
      if ((await ctx.store.accounts.disconnect(ctx.guildId, member, userId)) === undefined) continue;
      const detail = { member, displayName, before: userId };
      await recordAudit({ action: "account.disconnect", outcome: "done", target: userId, detail }, ctx);
      count += 1;
    }
    return count;
  },
  outcome: {
    target: () => undefined,
    duplicateText: () => "They were already disconnected. Nothing was done twice.",
    // Each of them has an entry of its own.
    auditOutcome: () => "nowhere",
  },
  receipt: (count, _payload, ctx) => renderImportUndone(count, renderContext(ctx)),
});

const undoButton = defineButton({
  id: undoImportId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  opensPreview: true,
  async run({ importId }, ctx) {
    const begun = await requireOwn(importId, ctx);
    const { length: count } = await listStillConnected(begun, ctx);
    if (count === 0)
      throw new UserError("Nobody is connected as this import did anymore, so nothing was changed.");
    return undoConfirmation.prompt({ importId, count }, renderUndoImport(count), ctx);
  },
});

const reviewComponents = [
  undoButton,
  ...undoConfirmation.components,
  showButton,
  takeButton,
  takeAllButton,
  fileButton,
  ...importConfirmation.components,
];

const listId = defineCustomId("account.import.list", {});
const matchId = defineCustomId("account.import.match", {});
const templateId = defineCustomId("account.import.template", {});
/** What spreadsheets save as text. */
const listFileTypes = [".csv", ".txt", ".tsv"] as const;
const listFields = { file: "file", list: "list" } as const;

const TypedList = z.object({
  list: z.string(),
  /** Only while it is read: a file can be chosen again. */
  file: z.object({ url: z.string(), size: z.number(), locale: z.string() }).optional(),
});
type TypedList = z.output<typeof TypedList>;

const listForm = defineDraftForm<TypedList, readonly NewPerson[], "link">({
  name: "account.import.list",
  command: "account import",
  access: "admin",
  needs: "link",
  replacesMessage: true,
  typed: TypedList,
  storable: ({ list }) => ({ list }),
  modal: ({ list }) => ({
    title: "Import a list",
    components: [
      createFileField({
        id: listFields.file,
        label: "A CSV file",
        description: "Each person's Discord user and workspace user.",
        maxFiles: 1,
        fileTypes: listFileTypes,
      }),
      createTextField({
        id: listFields.list,
        label: "Or paste it, one person per line",
        description:
          "Discord user, then profile link or user id. With only the link, I look for the same name here.",
        placeholder: "mia_brews, 20481623",
        long: true,
        max: 4_000,
        value: list,
      }),
    ],
  }),
  read(fields, _opened, locale) {
    const [file] = readFiles(fields, listFields.file);
    return { list: readText(fields, listFields.list), file: file && { ...file, locale } };
  },
  parse: readList,
  async respond(people, ctx, _more, from) {
    if (from === undefined) throw new Error("an import needs an interaction to report to");
    return begin({ source: "list", people }, ctx, from);
  },
});

/** @throws UserError for what can't be read as a list of people */
async function readList(
  { list, file }: TypedList,
  { files, guildId, log }: LinkedContext,
): Promise<readonly NewPerson[]> {
  const isTyped = list.trim() !== "";
  if (file === undefined) {
    if (isTyped) return readPastedPeople(list);
    throw new UserError("You added neither a file nor a list, so nothing was imported. Add one of them.");
  }
  if (isTyped)
    throw new UserError(
      "You added a file and pasted a list. I can only import one at a time, so nothing was imported. Choose the file again and clear the list, or keep only the list.",
    );
  using held = await files
    .hold({ guildId, files: [file], maxBytes: maxFileBytes })
    .catch((cause: unknown) => {
      if (cause instanceof RangeError)
        throw new UserError(
          `This file is larger than 1 MB, so I didn't read it and nothing was imported. A list of ${maxPeople} people is much smaller. Save it as CSV with just the two columns.`,
        );
      log.info("couldn't fetch a list of people", { guildId, error: cause });
      throw new UserError(
        "I couldn't fetch the file from Discord, so nothing was done. Upload it again in a moment.",
        { cause },
      );
    });
  return readPeopleFile(held.data[0] ?? Buffer.alloc(0), file.locale);
}

const listButton = defineButton({
  id: listId,
  access: "admin",
  needs: "link",
  ack: "modal",
  run: async (_fields, ctx) => listForm.open({ list: "" }, ctx),
});

const matchButton = defineButton({
  id: matchId,
  access: "admin",
  needs: "link",
  ack: "update",
  async run(_fields, ctx, interaction) {
    const known = await findUnconnected(ctx);
    if (known.length === 0)
      throw new UserError(
        "I don't know anyone by name who isn't connected yet, so there's nothing to suggest. I learn names as people appear in lists such as `/order search`. You can import a file instead.",
      );
    const people = known.map(({ userId, displayName, username }, index) => ({
      line: index + 1,
      typedMember: "",
      typedUser: userId,
      userId,
      displayName,
      username,
    }));
    return begin({ source: "names", people }, ctx, interaction);
  },
});

/** People of the workspace whose names are known, and who aren't connected to anyone here. */
function findUnconnected({ store, guildId, link }: LinkedContext) {
  return store.people.searchUnconnected(guildId, link.linkKey, "", maxPeople);
}

const templateButton = defineButton({
  id: templateId,
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  async run(_fields, ctx, { locale }) {
    const known = await findUnconnected(ctx);
    const summary =
      known.length === 0
        ? "A list to fill in: the Discord user (name or id), and the workspace user (id or profile link)"
        : "The people I know in the workspace who aren't connected yet. Fill in the Discord user (name or id) and remove the people you don't need";
    const lines = known.map(({ userId, displayName }) => ["", userId, displayName]);
    const head = ["Discord user", "Workspace user", "Workspace name (not read)"];
    return {
      content: `${summary}.`,
      files: [createCsvFile({ name: "connect-people", summary, head, lines }, locale)],
    };
  },
});

/** Stores the list for the background to check, and shows how far along it is. */
async function begin(
  { source, people }: { readonly source: Import["source"]; readonly people: readonly NewPerson[] },
  ctx: LinkedContext,
  from: ReplyToken,
): Promise<Reply> {
  const { guildId, workspaceId, link, invoker, store, vault, commandMention } = ctx;
  const id = ctx.newId();
  const createdAt = ctx.now();
  await store.imports.create(
    {
      id,
      guildId,
      linkKey: link.linkKey,
      workspaceId,
      discordUserId: invoker.discordUserId,
      source,
      createdAt,
      // The reply to this interaction comes first: the background edits it.
      until: createdAt + secondMs,
      sealedReplyToken: sealReplyToken(id, from, vault),
    },
    people,
  );
  const begun = await store.imports.find(id);
  if (begun === undefined) throw new Error("an import that was just stored is gone");
  return renderProgress({
    begun,
    people: await store.imports.people(id),
    commandMention,
    showId: createFirstPageId(begun),
    undoId: createUndoId(begun),
  });
}

export const importPeople = defineSubcommand({
  name: "import",
  description: "Connect a whole team at once, from a file, a pasted list or matching names",
  options: {
    file: attachmentOption(
      "A CSV file: Discord user, workspace user (run without it for a template)",
      listFileTypes,
    ),
  },
  access: "admin",
  needs: "link",
  ack: "ephemeral",
  operations: ["getUser"],
  components: [listButton, ...listForm.components, matchButton, templateButton, ...reviewComponents],
  async run({ options: { file }, interaction }, ctx) {
    if (file === undefined) {
      const { store, guildId, invoker } = ctx;
      const latest = await store.imports.latest(guildId, invoker.discordUserId);
      const ids = { list: listId.encode({}), match: matchId.encode({}), template: templateId.encode({}) };
      return renderImportMenu(
        latest?.workspaceId === ctx.workspaceId
          ? { ...latest, showId: createFirstPageId(latest) }
          : undefined,
        ids,
      );
    }
    const { url, size } = file;
    const { locale } = interaction;
    return listForm.submit({ list: "", file: { url, size, locale } }, ctx, interaction);
  },
});
