import { z } from "zod";
import { defineButton } from "../../src/interactions/components.ts";
import { defineUserMenu } from "../../src/interactions/define.ts";
import { textField } from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { thisIsMeId } from "../kit/this-is-me.ts";
import { assertConnectable, connectComponents, connectTyped } from "./connect.ts";
import { assertNotConnected } from "./connect-account.ts";
import { describeMember } from "./member-option.ts";

const TypedConnection = z.object({
  user: z.string(),
  /** Left out for the caller. */
  member: z
    .object({ discordUserId: z.string(), memberName: z.string(), bot: z.boolean(), present: z.boolean() })
    .optional(),
});
type TypedConnection = z.output<typeof TypedConnection>;

const userField = "user";

const connectForm = defineDraftForm<TypedConnection, TypedConnection, "link">({
  name: "account.connect",
  command: "account connect",
  access: "staff",
  needs: "link",
  typed: TypedConnection,
  modal: ({ user, member }) => ({
    title: member === undefined ? "Connect yourself" : "Connect a member",
    components: [
      textField({
        id: userField,
        label: "Workspace user",
        description:
          member === undefined
            ? "Your name in the workspace, your user id, or a link to your profile there."
            : "Their name in the workspace, their user id, or a link to their profile there.",
        placeholder: "4711",
        required: true,
        max: 200,
        value: user,
      }),
    ],
  }),
  read: (fields, opened) => ({ ...opened, user: fields.getTextInputValue(userField).trim() }),
  parse: async (typed) => typed,
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
