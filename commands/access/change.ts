import { z } from "zod";
import { UserError } from "../../src/errors.ts";
import { defineConfirmation } from "../../src/interactions/confirmation.ts";
import { type Rank, rankOf, ranks } from "./ranks.ts";
import { renderChanged } from "./render-change.ts";
import { rankWords } from "./render-words.ts";

const Payload = z.object({
  roleId: z.string(),
  before: z.enum(ranks),
  after: z.enum(ranks),
  roleManagesServer: z.boolean(),
});
type Payload = z.output<typeof Payload>;

const labels: Readonly<Record<Rank, string>> = {
  none: "Take the tier away",
  staff: "Make them staff",
  manager: "Make them managers",
  admin: "Make them admins",
};

export const roleChange = defineConfirmation<Payload, undefined, "guild">({
  kind: "access.set",
  access: "keeper",
  needs: "guild",
  payload: Payload,
  confirm: { label: ({ after }) => labels[after], harmful: false },
  keep: { label: "Leave it", sentence: "The role stays as it is. Nothing was changed." },
  unknownSentence:
    "I could not finish changing the role, and cannot tell whether it counts. Check `/access show` before you try again.",
  async perform({ roleId, before, after }, { store, guildId }) {
    const present = rankOf(roleId, await store.accessRoles.list(guildId));
    if (present !== before)
      throw new UserError(
        `Somebody changed this role since this question was asked: it has ${rankWords[present]} now. I changed nothing. Run \`/access set\` again to see what would change.`,
      );
    if (after === "none") await store.accessRoles.remove(guildId, roleId);
    else await store.accessRoles.set(guildId, roleId, after);
    return undefined;
  },
  outcome: {
    target: (_result, { roleId }) => roleId,
    alreadySentence: () => "This role was already changed. Nothing was done twice.",
  },
  receipt: (_result, payload, ctx) => renderChanged(payload, ctx),
});
