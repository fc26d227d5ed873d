import { z } from "zod";
import { MisuseError, UserError } from "../../src/errors.ts";
import { formatId, idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { Choice, Component } from "../../src/interactions/handler.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { inlineCode, plainText } from "../../src/ui/escape.ts";
import { joinParts } from "../../src/ui/lines.ts";
import { pluralize } from "../../src/ui/numbers.ts";
import { readNames, formatPlainPerson } from "../../src/ui/people.ts";
import { createMemberField, createTextField, selectField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { defineGuildButton, Snowflake } from "../kit/guild-button.ts";
import { canBeInButton } from "../kit/page-buttons.ts";
import { suggestPeople } from "../kit/person-option.ts";
import { readMember, readText } from "../kit/read-fields.ts";
import { resolvePerson } from "../kit/resolve-person.ts";
import { askToForget, forgetPersonComponents } from "./forget.ts";

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
    return askToForget(userId, false, ctx);
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

const othersForm = defineDraftForm<z.output<typeof TypedPerson>, string, "guild">({
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
    if (only === person) await assertWhole(person, which, ctx);
    return resolvePerson(only, ctx, { field: fields.person, which, notDone: "nothing was deleted" });
  },
  respond: (userId, ctx) => askToForget(userId, false, ctx),
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
          .map(({ name, userId }) => createButton({ customId: which(userId), label: plainText(name, 80) })),
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
