import { z } from "zod";
import { defineButton } from "../../src/interactions/components.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { UserError, UnfixableError } from "../../src/errors.ts";
import { canUse, canUseForOthers } from "../../src/interactions/access.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { createButton, createButtonRow } from "../../src/ui/buttons.ts";
import { plainText } from "../../src/ui/escape.ts";
import { readAllUnconnected } from "../kit/person-option.ts";
import { createMemberField, selectField, createTextField, readMember, readText } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { thisIsMeId, createThisIsMeRowIn, describeNotDone } from "../kit/resolve-person.ts";
import { assertConnectable, connectComponents, connectOther, connectTyped, findMember } from "./connect.ts";
import { assertNotConnected } from "./connect-account.ts";
import { describeMember, Member } from "./disconnect.ts";
import { createWithdrawButtons, describeWaiting } from "./connection-request/card.ts";

const TypedConnection = z.object({
  user: z.string(),
  /** Left out for the caller, and until someone is chosen. */
  member: Member.optional(),
  /** Of a known user, the form asks for the member. */
  asks: z.literal("member").optional(),
});
type TypedConnection = z.output<typeof TypedConnection>;

const userField = "user";
const listedField = "listed";
const memberField = "member";

const connectForm = defineDraftForm<TypedConnection, TypedConnection, "link">({
  name: "account.connect",
  command: "account connect",
  access: "staff",
  needs: "link",
  typed: TypedConnection,
  async modal({ user, member, asks }, ctx) {
    if (asks === "member")
      return {
        title: "Connect someone",
        components: [
          createMemberField({
            id: memberField,
            label: "Person",
            description: "Who this person is on this server.",
            required: true,
            discordUserId: member?.discordUserId,
          }),
        ],
      };
    const listed = (await readAllUnconnected(ctx)).map(({ name, value }) => ({
      name: plainText(name, 100),
      value,
    }));
    const isListed = listed.some(({ value }) => value === user);
    return {
      title: member === undefined ? "Connect yourself" : "Connect someone",
      components: [
        ...(listed.length === 0
          ? []
          : [
              selectField({
                id: listedField,
                label: "Workspace user",
                description: "Everyone I know there who isn't connected yet.",
                placeholder: "Choose a name",
                choices: listed,
                value: user,
              }),
            ]),
        createTextField({
          id: userField,
          label: listed.length === 0 ? "Workspace user" : "Or someone who isn't listed",
          description:
            member === undefined
              ? "Your name in the workspace, your user id, or a link to your profile there."
              : "Their name in the workspace, their user id, or a link to their profile there.",
          placeholder: "4711",
          required: listed.length === 0,
          max: 200,
          value: isListed ? "" : user,
        }),
      ],
    };
  },
  read(fields, opened) {
    if (opened?.asks === "member") {
      const { user, member = null } = readMember(fields, memberField) ?? {};
      return { ...opened, member: user && describeMember({ user, member }) };
    }
    const typed = readText(fields, userField);
    const [chosen = ""] = fields.fields.has(listedField) ? fields.getStringSelectValues(listedField) : [];
    return { ...opened, user: typed || chosen };
  },
  async parse(typed) {
    if (typed.asks === "member" && typed.member === undefined)
      throw new UserError("You didn't choose anyone, so nothing was done.");
    if (typed.user !== "") return typed;
    throw new UserError("You didn't choose or type a name, so nothing was sent.");
  },
  respond: ({ user, member, asks }, ctx) =>
    asks === "member" && member !== undefined
      ? connectOther(user, member, ctx)
      : connectTyped(user, member, ctx),
});

/** On messages that find their reader not connected. */
const thisIsMeButton = defineButton({
  id: thisIsMeId,
  access: "staff",
  needs: "link",
  ack: "modal",
  run: async (_fields, ctx) => connectForm.open({ user: "", member: undefined }, ctx),
});

const connectMemberId = defineCustomId("account.connect-member", { member: z.string().min(1) });

/** Opens a form for the workspace user of a member. */
const connectMemberButton = defineButton({
  id: connectMemberId,
  access: "manager",
  needs: "link",
  ack: "modal",
  async run({ member: discordUserId }, ctx) {
    const member = await findMember(discordUserId, ctx);
    assertConnectable(member, ctx);
    await assertNotConnected(member, ctx);
    return connectForm.openStored({ user: "", member }, ctx);
  },
});

const connectUserId = defineCustomId("account.connect-user", { userId: z.string().refine(isServiceId) });

/** Opens a form for the member of a workspace user. */
const connectUserButton = defineButton({
  id: connectUserId,
  access: "manager",
  needs: "link",
  ack: "modal",
  run: ({ userId: user }, ctx) => connectForm.openStored({ user, member: undefined, asks: "member" }, ctx),
});

const connectLabel = "Connect…";

/** For managers: connects this member to a workspace user. */
function createConnectMemberButtons(discordUserId: string, { invoker }: GuildContext) {
  return canUse("manager", invoker)
    ? [createButton({ customId: connectMemberId.encode({ member: discordUserId }), label: connectLabel })]
    : [];
}

/** For managers: connects this workspace user to a member. */
export function createConnectUserButtons(user: string, { invoker }: GuildContext) {
  return canUse("manager", invoker)
    ? [createButton({ customId: connectUserId.encode({ userId: user }), label: connectLabel })]
    : [];
}

export const connectFormComponents = [
  ...connectComponents,
  ...connectForm.components,
  thisIsMeButton,
  connectMemberButton,
  connectUserButton,
];

/**
 * Why there is nothing to show of a member, with their open request or how to connect them.
 * @param notDone ends the first sentence, if anything does
 * @param instead what else the caller can do, if anything
 */
export async function createNotConnectedError(
  discordUserId: string,
  ctx: GuildContext,
  notDone: string,
  instead = "",
): Promise<UnfixableError> {
  const { store, guildId, invoker, commandMention } = ctx;
  const isOwn = discordUserId === invoker.discordUserId;
  const problem = isOwn
    ? `You aren't connected to a workspace user yet${describeNotDone(notDone)}.`
    : `<@${discordUserId}> isn't connected to a workspace user${describeNotDone(notDone)}.`;
  const command = commandMention("account connect");
  if (!isOwn && !canUseForOthers(invoker))
    return new UnfixableError(
      `${problem} A manager can connect them with ${command} and its \`person\` option.`,
    );
  const request = await store.connectionRequests.findOpen(guildId, discordUserId);
  const waiting = request && describeWaiting(request, isOwn);
  if (!isOwn)
    return new UnfixableError(`${problem} ${waiting ?? "Press *Connect…* to connect them."}`, {
      components: createButtonRow(...createConnectMemberButtons(discordUserId, ctx)),
    });
  if (request === undefined)
    return new UnfixableError(`${problem} Connect yourself with ${command}${instead}.`, {
      components: createThisIsMeRowIn(ctx),
    });
  return new UnfixableError(`${problem} ${waiting}`, {
    components: createButtonRow(...createWithdrawButtons(request, ctx)),
  });
}
