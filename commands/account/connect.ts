import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import { ApiError } from "../../src/api/errors.ts";
import { idKinds, readServiceId } from "../../src/domain/service-ids.ts";
import { systemActorName } from "../../src/domain/user-ids.ts";
import { UserError } from "../../src/errors.ts";
import { mayUse, refusalOf } from "../../src/interactions/access.ts";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import type { LinkedContext } from "../../src/interactions/handler-context.ts";
import { code } from "../../src/text/inert.ts";
import { lookUpPerson, type ServicePerson } from "../shared/service-person.ts";
import { approveButton } from "./approve-button.ts";
import { claimConfirmation, placeToAsk } from "./confirm-claim.ts";
import { connectConfirmation } from "./confirm-connect.ts";
import { refuseConnected } from "./connecting.ts";
import { declineButton } from "./decline-button.ts";
import { declineForm } from "./decline-form.ts";
import { lookUpOneself } from "./look-ups.ts";
import { type Member, memberOption, readMember } from "./member-option.ts";
import { renderConnectQuestion } from "./render-account.ts";
import { renderIsItYou } from "./render-person.ts";
import { whereUserIdStands } from "./user-id-words.ts";

export const connect = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("connect")
    .setDescription("Connect yourself to your user of the workspace; managers can connect others")
    .addStringOption((option) =>
      option
        .setName("user")
        .setDescription("Your user id in the workspace, or the link to your profile there")
        .setMaxLength(100)
        .setRequired(true),
    )
    .addUserOption(memberOption("For managers: whom to connect; you ask for yourself when left out")),
  access: "staff",
  needs: "link",
  ack: "ephemeral",
  operations: ["getUser"],
  controls: [
    ...claimConfirmation.controls,
    ...connectConfirmation.controls,
    approveButton,
    declineButton,
    declineForm,
  ],
  async run(interaction, ctx) {
    const userId = readUserId(interaction.options.getString("user", true).trim());
    const member = readMember(interaction);
    return member === undefined ? askForOneself(userId, ctx) : connectOther(userId, member, ctx);
  },
});

function readUserId(typed: string): string {
  const userId = readServiceId(typed, idKinds.user);
  const actor = userId === undefined ? undefined : systemActorName(userId);
  if (actor !== undefined)
    throw new UserError(
      `${userId} stands for ${actor} in the workspace, and no person is behind it. Nothing was done. Give the user id of a person. ${whereUserIdStands}`,
    );
  if (userId !== undefined) return userId;
  throw new UserError(
    `\`user\` has to be a user id of the workspace, for example \`4711\`, or the link to a profile there. Nothing was done. ${whereUserIdStands}`,
  );
}

async function askForOneself(userId: string, ctx: LinkedContext): Promise<Answer> {
  await placeToAsk(userId, ctx);
  const person = await unlessUnknown(userId, lookUpOneself(userId, ctx));
  return claimConfirmation.ask(person, renderIsItYou(person), ctx);
}

/** @throws UserError when the workspace knows nobody by that id */
async function unlessUnknown(userId: string, lookUp: Promise<ServicePerson>): Promise<ServicePerson> {
  try {
    return await lookUp;
  } catch (error) {
    if (!(error instanceof ApiError) || error.failure !== "not-found") throw error;
    throw new UserError(
      `The workspace knows nobody by the user id ${code(userId)}, so nothing was done. ${whereUserIdStands}`,
      { cause: error },
    );
  }
}

async function connectOther(userId: string, member: Member, ctx: LinkedContext): Promise<Answer> {
  if (!mayUse("manager", ctx.caller)) throw new UserError(refusalOf("manager", ctx.caller));
  refuseMember(member, ctx);
  const { discordUserId, memberName } = member;
  await refuseConnected({ discordUserId, userId }, ctx);
  const person = await unlessUnknown(userId, lookUpPerson(userId, ctx));
  const payload = { member: discordUserId, memberName, person, after: userId };
  return connectConfirmation.ask(payload, renderConnectQuestion(person, member), ctx);
}

function refuseMember(
  { discordUserId, bot, present }: Member,
  { caller, commandMention }: LinkedContext,
): void {
  if (discordUserId === caller.discordUserId)
    throw new UserError(
      `Nobody approves their own account, so nothing was done. Run ${commandMention("account connect")} without \`member\` to ask the others, or let another manager connect you.`,
    );
  if (bot) throw new UserError(`<@${discordUserId}> is a bot and no person, so nothing was done.`);
  if (!present)
    throw new UserError(`<@${discordUserId}> is not a member of this server, so nothing was done.`);
}
