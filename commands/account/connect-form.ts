import { z } from "zod";
import { defineButton } from "../../src/interactions/components.ts";
import { defineUserMenu } from "../../src/interactions/define.ts";
import { UserError } from "../../src/errors.ts";
import { plainText } from "../../src/ui/escape.ts";
import { readAllUnconnected } from "../kit/person-option.ts";
import { selectField, createTextField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { thisIsMeId } from "../kit/resolve-person.ts";
import { assertConnectable, connectComponents, connectTyped } from "./connect.ts";
import { assertNotConnected } from "./connect-account.ts";
import { describeMember, Member } from "./member-option.ts";
import { readText } from "../kit/read-fields.ts";

const TypedConnection = z.object({
  user: z.string(),
  /** Left out for the caller. */
  member: Member.optional(),
});
type TypedConnection = z.output<typeof TypedConnection>;

const userField = "user";
const listedField = "listed";

const connectForm = defineDraftForm<TypedConnection, TypedConnection, "link">({
  name: "account.connect",
  command: "account connect",
  access: "staff",
  needs: "link",
  typed: TypedConnection,
  async modal({ user, member }, ctx) {
    const listed = (await readAllUnconnected(ctx)).map(({ name, value }) => ({
      name: plainText(name, 100),
      value,
    }));
    const isListed = listed.some(({ value }) => value === user);
    return {
      title: member === undefined ? "Connect yourself" : "Connect a member",
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
    const typed = readText(fields, userField);
    const [chosen = ""] = fields.fields.has(listedField) ? fields.getStringSelectValues(listedField) : [];
    return { ...opened, user: typed || chosen };
  },
  async parse(typed) {
    if (typed.user !== "") return typed;
    throw new UserError("You didn't choose or type a name, so nothing was sent.");
  },
  respond: ({ user, member }, ctx) => connectTyped(user, member, ctx),
});

/** On messages that find their reader not connected. */
const thisIsMeButton = defineButton({
  id: thisIsMeId,
  access: "staff",
  needs: "link",
  ack: "modal",
  run: async (_fields, ctx) => connectForm.open({ user: "", member: undefined }, ctx),
});

/** Opens a form for the workspace user of the chosen member; the caller asks for approval, as with the command. */
export const connectMenu = defineUserMenu({
  name: "Connect…",
  description: "Connect a member, or yourself, to a workspace user",
  access: "staff",
  needs: "link",
  ack: "modal",
  operations: ["getUser"],
  components: [...connectComponents, ...connectForm.components, thisIsMeButton],
  async run({ targetUser, targetMember }, ctx) {
    const isOwn = targetUser.id === ctx.invoker.discordUserId;
    const member = isOwn ? undefined : describeMember({ user: targetUser, member: targetMember });
    if (member !== undefined) {
      assertConnectable(member, ctx);
      await assertNotConnected(member, ctx);
    }
    return connectForm.openStored({ user: "", member }, ctx);
  },
});
