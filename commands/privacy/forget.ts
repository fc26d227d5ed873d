import { z } from "zod";
import { defineConfirmation } from "../../src/interactions/confirmation/define.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { UserError, MisuseError } from "../../src/errors.ts";
import type { Access } from "../../src/interactions/access.ts";
import {
  findDraftGuildId,
  requireOwnDraft,
  unwrapPayload,
} from "../../src/interactions/confirmation/drafts.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { ButtonHandler, Component, Choice } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import type { Account } from "../../src/store/accounts.ts";
import type { Forgotten } from "../../src/store/personal-data.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { readNames, formatPlainPerson } from "../../src/ui/people.ts";
import { renderContext } from "../../src/ui/render-context.ts";
import type { Reply } from "../../src/ui/reply.ts";
import { defineGuildButton, readServerName, Snowflake } from "../kit/guild-button.ts";
import { describeKeptOfOther, sortByRank, renderForgetPreview, renderForgotten } from "./render.ts";
import { maxEntries } from "../audit/index.ts";
import { formatId, idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { inlineCode, plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { createMemberField, createTextField, selectField, readMember, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { canBeInButton } from "../kit/paged-list.ts";
import { suggestPeople } from "../kit/person-option.ts";
import { findMentioned, resolvePerson } from "../kit/resolve-person.ts";

const Forgetting = z.object({
  /** Someone else's user id in the workspace, connected or not. */
  userId: z.string().optional(),
  /** In its place, the Discord id of someone else who isn't connected. Without either, it's oneself. */
  member: z.string().optional(),
  disconnects: z.boolean(),
  /** What is deleted, in words, for the audit log. */
  before: z.string(),
  /** Who was connected to whom at the time of the preview; an earlier version didn't store it. */
  seen: z.string().optional(),
});
type Forgetting = z.output<typeof Forgetting>;

type Whom = Pick<Forgetting, "userId" | "member">;
const oneself: Whom = {};
const isOneself = ({ userId, member }: Whom): boolean => userId === undefined && member === undefined;

const forgetting = {
  needs: "guild",
  anywhere: true,
  payload: Forgetting,
  cancel: { label: "Keep it", sentence: "Nothing was deleted." },
  unknownOutcomeText:
    "I couldn't finish deleting, so I don't know whether it's gone. Run `/privacy` to see what I still keep.",
  execute: forgetNow,
  outcome: {
    target: ({ account }: ForgottenNow, { userId, member }: Forgetting) =>
      userId ?? member ?? account?.userId,
    duplicateText: () => "This was already deleted. Nothing was done twice.",
  },
  receipt: (forgotten: ForgottenNow, payload: Forgetting, ctx: GuildContext) =>
    renderForgotten({ ...payload, ...forgotten, isOwn: isOneself(payload) }, renderContext(ctx)),
} as const;

/** What is kept of oneself doesn't depend on what someone may do here. */
const ofOneself = { kind: "privacy.forget", access: "everyone" } as const;
const ofOthers = { kind: "privacy.forget-person", access: "admin" } as const;

const forgetConfirmation = defineConfirmation<Forgetting, ForgottenNow, "guild">({
  ...forgetting,
  ...ofOneself,
  confirm: { label: "Forget me", destructive: true },
});

const forgetPersonConfirmation = defineConfirmation<Forgetting, ForgottenNow, "guild">({
  ...forgetting,
  ...ofOthers,
  confirm: { label: "Forget them", destructive: true },
});

interface ForgottenNow {
  readonly account: Forgotten["account"];
  /** What was deleted, and what couldn't be done yet. */
  readonly counted: readonly string[];
  readonly notDoneYet: readonly string[];
}

async function forgetNow(
  { disconnects, seen, ...whom }: Forgetting,
  ctx: GuildContext,
): Promise<ForgottenNow> {
  const { store, guildId } = ctx;
  if (seen !== undefined && seen !== nameConnection(await findConnection(whom, ctx)))
    throw new UserError(
      isOneself(whom)
        ? "You were connected or disconnected after this preview, so nothing was deleted. Open it again with `/privacy`."
        : "This person was connected or disconnected after this preview, so nothing was deleted. Open it again with `/privacy`.",
    );
  const { userId } = whom;
  const discordUserId = findMember(whom, ctx);
  const { account, gone } = await store.forgetPerson({ guildId, userId, discordUserId, disconnects });
  const { tables } = store.personalData;
  const counted = tables.map(([name, table]) => gone.has(name) && table.counted?.(gone.get(name)));
  const notDoneYet: (string | false | undefined)[] = [];
  for (const [name, table] of tables)
    if (gone.has(name)) notDoneYet.push(await table.afterwards?.(gone.get(name), ctx));
  return { account, counted: counted.filter(isText), notDoneYet: notDoneYet.filter(isText) };
}

/** The member who was asked about; `undefined` if that is a user of the workspace. */
function findMember({ userId, member }: Whom, { invoker }: GuildContext): string | undefined {
  return userId === undefined ? (member ?? invoker.discordUserId) : undefined;
}

function findConnection(whom: Whom, ctx: GuildContext): Promise<Account | undefined> {
  const { accounts } = ctx.store;
  const { userId = "" } = whom;
  const discordUserId = findMember(whom, ctx);
  return discordUserId === undefined
    ? accounts.ofUser(ctx.guildId, userId)
    : accounts.ofMember(ctx.guildId, discordUserId);
}

/** What is deleted is a member's and a user's, so it depends on who they are connected to. */
const nameConnection = (account: Account | undefined): string =>
  account === undefined ? "" : `${account.discordUserId} ${account.userId}`;

const isText = (text: string | false | undefined): text is string => typeof text === "string";

const DraftId = { draftId: z.string().min(1) };
const ownConnectionId = defineCustomId("privacy.forget.connection", DraftId);
const othersConnectionId = defineCustomId("privacy.forget-person.connection", DraftId);

/** In a preview: asks again with the connection ended, too, or kept. */
function defineConnectionButton(
  id: typeof ownConnectionId,
  { kind, access }: { readonly kind: string; readonly access: Access },
): ButtonHandler {
  return defineButton({
    id,
    access,
    needs: "guild",
    ack: "update",
    findGuildId: findDraftGuildId,
    async run({ draftId }, ctx) {
      const draft = await requireOwnDraft(draftId, kind, ctx);
      const { disconnects, ...whom } = unwrapPayload(draft.payload, Forgetting, undefined);
      if (await ctx.store.drafts.discard(draftId, ctx.guildId, ctx.invoker.discordUserId))
        return askToForget(whom, !disconnects, ctx);
      throw new UserError("This preview was already used, so nothing was changed. Run `/privacy` again.");
    },
  });
}

async function askToForget(whom: Whom, disconnects: boolean, ctx: GuildContext): Promise<Reply> {
  const { store, guildId } = ctx;
  const { userId, member } = whom;
  const isOwn = isOneself(whom);
  const account = await findConnection(whom, ctx);
  const discordUserId = findMember(whom, ctx) ?? account?.discordUserId;
  const userIds =
    userId === undefined ? await store.accounts.listUserIds(guildId, discordUserId ?? "") : [userId];
  const [saved, names, kept] = await Promise.all([
    store.weeks.findHistory(guildId, userIds),
    readNames(userIds, ctx),
    isOwn ? [] : describeKept(whom, ctx),
  ]);
  const person = { guildId, discordUserId, userIds, isOwn };
  const deleted: (string | false | undefined)[] = [];
  for (const [, table] of sortByRank(store.personalData.tables))
    deleted.push(await table.preview?.(person, ctx));
  const serverName = await readServerName(ctx);
  const before = saved === undefined ? "names" : pluralize(saved.weeks, "week");
  const preview = {
    isOwn,
    userId,
    member,
    account,
    names,
    disconnects,
    hasUserId: userIds.length > 0,
    kept,
    deleted: deleted.filter(isText),
    serverName,
  };
  const [confirmation, connectionId] = isOwn
    ? [forgetConfirmation, ownConnectionId]
    : [forgetPersonConfirmation, othersConnectionId];
  const label = disconnects ? "Stay connected" : "Disconnect too";
  return confirmation.prompt(
    {
      disconnects,
      before,
      seen: nameConnection(account),
      ...(userId !== undefined && { userId }),
      ...(member !== undefined && { member }),
    },
    renderForgetPreview(preview),
    ctx,
    (draftId) =>
      account === undefined ? [] : [createButton({ customId: connectionId.encode({ draftId }), label })],
  );
}

/** How much of what is kept of someone else: what it says is theirs alone. */
async function describeKept(
  { userId = "", member }: Whom,
  { store, guildId }: GuildContext,
): Promise<readonly string[]> {
  const [kept, settings] = await Promise.all([
    member === undefined
      ? store.personalData.ofUser(guildId, userId, maxEntries)
      : store.personalData.of(guildId, member, maxEntries),
    store.guildSettings.all(guildId),
  ]);
  return describeKeptOfOther({ kept, tables: store.personalData.tables, settings });
}

/** Asks before it deletes; in a message of its own. */
export const forgetButton = defineGuildButton({
  name: "privacy.ask",
  access: "everyone",
  needs: "guild",
  ack: "ephemeral",
  opensPreview: true,
  run: (ctx) => askToForget(oneself, false, ctx),
});

export const forgetComponents: readonly Component[] = [
  forgetButton.component,
  ...forgetConfirmation.components,
  defineConnectionButton(ownConnectionId, ofOneself),
];

const forgetPersonComponents: readonly Component[] = [
  ...forgetPersonConfirmation.components,
  defineConnectionButton(othersConnectionId, ofOthers),
];

const maxListed = 20;

/** People with saved weeks, those not seen for longest first; if there are none, those who are known. */
async function listRemembered(ctx: GuildContext): Promise<readonly Choice[]> {
  const remembered = await findRemembered("", maxListed, ctx);
  if (remembered.length === 0) return (await suggestPeople("", ctx)).slice(0, maxListed);
  return remembered.map(({ name, userId }) => ({ name, value: formatId(userId) }));
}

/** People with saved weeks whose user id begins like this. */
async function findRemembered(
  id: string,
  limit: number,
  ctx: GuildContext,
): Promise<readonly { readonly name: string; readonly userId: string }[]> {
  const people = await ctx.store.weeks.withHistory(ctx.guildId, id, limit);
  const names = await readNames(
    people.map(({ userId }) => userId),
    ctx,
  );
  return people.map(({ userId, weeks }) => ({
    userId,
    name: joinParts([
      names.has(userId) && formatPlainPerson(userId, names),
      userId,
      names.get(userId)?.discordUserId === undefined && "not connected",
      pluralize(weeks, "week"),
    ]),
  }));
}

const pickId = defineCustomId("privacy.pick", { guildId: Snowflake, userId: z.string().min(1) });

/** When what was typed may mean several. */
const pickButton = defineButton({
  id: pickId,
  access: "admin",
  needs: "guild",
  ack: "update",
  findGuildId: ({ guildId }) => guildId,
  async run({ guildId, userId }, ctx) {
    if (guildId !== ctx.guildId) throw new MisuseError(outdatedComponentText);
    return askToForget({ userId }, false, ctx);
  },
});

const TypedPerson = z.object({
  /** A member's Discord id. */
  member: z.string(),
  /** A choice of the list. */
  listed: z.string(),
  person: z.string(),
});

const fields = { member: "member", listed: "listed", person: "person" } as const;

const othersForm = defineDraftForm<z.output<typeof TypedPerson>, Whom, "guild">({
  name: "privacy.others",
  command: "privacy",
  access: "admin",
  needs: "guild",
  anywhere: true,
  typed: TypedPerson,
  async modal({ member, listed, person }, ctx) {
    const choices = (await listRemembered(ctx)).map(({ name, value }) => ({
      name: plainText(name, 100),
      value,
    }));
    return {
      title: "Forget someone else",
      components: [
        createMemberField({
          id: fields.member,
          label: "Person in this server",
          placeholder: "Choose a person",
          discordUserId: member || undefined,
        }),
        ...(choices.length === 0
          ? []
          : [
              selectField({
                id: fields.listed,
                label: "Or someone with saved weeks",
                description: "Also people who left; those I haven't seen for longest come first.",
                placeholder: "Choose a name",
                choices,
                value: listed,
              }),
            ]),
        createTextField({
          id: fields.person,
          label: "Or a user id or name in the workspace",
          description: "Also of someone who isn't connected, or a link to their profile there.",
          placeholder: "4711",
          max: 100,
          value: person,
        }),
      ],
    };
  },
  read: (form) => ({
    member: readMember(form, fields.member)?.user.id ?? "",
    listed: form.fields.has(fields.listed) ? (form.getStringSelectValues(fields.listed)[0] ?? "") : "",
    person: readText(form, fields.person),
  }),
  async parse({ member, listed, person }, ctx) {
    const [only, other] = [member && `<@${member}>`, listed, person].filter((text) => text !== "");
    if (only === undefined) throw new UserError("You didn't choose anyone, so nothing was deleted.");
    if (other !== undefined)
      throw new UserError("You chose more than one person, so nothing was deleted. Choose only one.");
    const which = (userId: string): string => pickId.encode({ guildId: ctx.guildId, userId });
    // Whoever isn't connected anymore may have reminders and requests left.
    const mentioned = findMentioned(only.trim());
    if (mentioned !== undefined && (await ctx.store.accounts.ofMember(ctx.guildId, mentioned)) === undefined)
      return { member: mentioned };
    if (only === person) await assertWhole(person, which, ctx);
    return {
      userId: await resolvePerson(only, ctx, {
        field: fields.person,
        which,
        notDone: "nothing was deleted",
      }),
    };
  },
  respond: (whom, ctx) => askToForget(whom, false, ctx),
});

const maxCandidates = 4;

/**
 * The beginning of an id is an id, too, of somebody nobody knows.
 * @throws UserError if it is how the ids of people with saved weeks begin, and none of theirs
 */
async function assertWhole(
  typed: string,
  which: (userId: string) => string,
  ctx: GuildContext,
): Promise<void> {
  const id = readServiceId(typed, idKinds.user);
  if (id === undefined || !/^\d+$/.test(id)) return;
  const begun = await findRemembered(id, maxCandidates, ctx);
  if (begun.length === 0 || begun.some(({ userId }) => userId === id)) return;
  const candidates = [...begun, { name: `User ${id}`, userId: id }];
  throw new UserError(
    `${inlineCode(id)} is how other people's user ids begin, so nothing was deleted. Choose whom you mean.`,
    {
      components: createButtonRow(
        ...candidates
          .filter(({ userId }) => canBeInButton(userId))
          .map(({ name, userId }) => createButton({ customId: which(userId), label: name })),
      ),
    },
  );
}

export const othersButton = defineGuildButton({
  name: "privacy.others",
  access: "admin",
  needs: "guild",
  ack: "modal",
  run: (ctx) => othersForm.openStored({ member: "", listed: "", person: "" }, ctx),
});

export const othersComponents: readonly Component[] = [
  othersButton.component,
  ...othersForm.components,
  pickButton,
  ...forgetPersonComponents,
];
