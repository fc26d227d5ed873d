import { SlashCommandSubcommandBuilder } from "@discordjs/builders";
import type { ChatInputCommandInteraction } from "discord.js";
import type { Gift } from "../../src/api/contract/activity.ts";
import { fromMinutes } from "../../src/domain/durations.ts";
import { UserError } from "../../src/errors.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { grouped } from "../../src/text/numbers.ts";
import { namesOf } from "../shared/people.ts";
import { personOption, readOptionalPerson, readPerson, suggestPeople } from "../shared/person-option.ts";
import { giftConfirmation } from "./confirm-gift.ts";
import { unitOfEntries } from "./entries.ts";
import { renderGiftPreview } from "./render-gift.ts";

/** A week has no more minutes; for messages, far more than anybody writes in one. */
const most = { duration: 10_080, messages: 100_000 } as const;

interface GivenActivity extends Omit<Gift, "duration" | "gifted_by"> {
  readonly minutes: number | undefined;
}

export const gift = defineSubcommand({
  data: new SlashCommandSubcommandBuilder()
    .setName("gift")
    .setDescription("Give somebody minutes or messages; you see it first and confirm it")
    .addStringOption(personOption("person", "Who gets it: a name, a mention or a user id; you when left out"))
    .addNumberOption((option) => option.setName("duration").setDescription("Minutes in the game"))
    .addIntegerOption((option) => option.setName("messages").setDescription("Chat messages in the game"))
    .addStringOption((option) =>
      option.setName("game").setDescription("Which game it counts for").setMaxLength(100),
    )
    .addStringOption(personOption("gifted-by", "Who gives it: a name, a mention or a user id")),
  access: "manager",
  needs: "link",
  ack: "ephemeral",
  operations: ["getActivity", "giftActivity"],
  suggest: { person: suggestPeople, "gifted-by": suggestPeople },
  controls: giftConfirmation.controls,
  async run(interaction, ctx) {
    const { minutes, ...amounts } = readGift(interaction);
    const userId = await readPerson(interaction, "person", ctx);
    const given = { ...amounts, gifted_by: await readOptionalPerson(interaction, "gifted-by", ctx) };
    const params = { workspaceId: ctx.workspaceId, userId };
    // Also tells whether there is such a person, before anything is asked. Read anew: the receipt compares with it.
    const { totals, last_25: entries } = await ctx.api.getActivity({ params, query: {} }, { fresh: true });
    const unit = unitOfEntries(entries);
    // The unit of `duration` is not documented; the stays that the service tracked itself are the best sign of it.
    const duration = minutes === undefined ? undefined : fromMinutes(minutes, unit ?? "minutes");
    const draft = { userId, gift: { ...given, duration }, minutes, minutesBefore: totals.minutes };
    const names = await namesOf([userId, given.gifted_by], ctx);
    return giftConfirmation.ask(draft, renderGiftPreview(draft, names, unit, totals), ctx);
  },
});

function readGift(interaction: ChatInputCommandInteraction): GivenActivity {
  const minutes = readAmount("duration", interaction.options.getNumber("duration"), "minutes");
  const messages = readAmount("messages", interaction.options.getInteger("messages"), "messages");
  if (minutes === undefined && messages === undefined) {
    throw new UserError(
      "That would give nothing, so nothing was sent. Fill in `duration`, in minutes, or `messages`, or both.",
    );
  }
  return {
    minutes,
    messages_sent: messages,
    game: interaction.options.getString("game")?.trim() || undefined,
  };
}

function readAmount(option: keyof typeof most, amount: number | null, unit: string): number | undefined {
  if (amount === null) return undefined;
  if (amount > 0 && amount <= most[option]) return amount;
  throw new UserError(
    `\`${option}\` has to be more than 0 and at most ${grouped(most[option])} ${unit}, and you gave ${grouped(amount)}. Nothing was sent.`,
  );
}
