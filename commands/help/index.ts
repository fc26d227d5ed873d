import { SlashCommandBuilder } from "@discordjs/builders";
import type { Answer } from "../../src/interactions/answer.ts";
import { defineButton } from "../../src/interactions/controls.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { type Command, defineCommand } from "../../src/interactions/define.ts";
import type { GuildContext } from "../../src/interactions/handler-context.ts";
import { listCommands } from "../shared/command-list.ts";
import { PageIndex } from "../shared/page-buttons.ts";
import { firstStepsOf } from "./first-steps.ts";
import { createKnownAnswers } from "./known-answers.ts";
import { renderHelp } from "./render.ts";
import { usableBy } from "./usable.ts";

const pageId = defineCustomId("help.page", { page: PageIndex });

/** Made from the commands themselves, so that nothing it says can be out of date. They are asked for when help is. */
export function help(commands: () => readonly Command[]): Command {
  const knownAnswer = createKnownAnswers();
  const show = async (page: number, ctx: GuildContext): Promise<Answer> => {
    const { store, guildId, caller: standing, commandMention } = ctx;
    const steps = standing.tier === "admin" ? await firstStepsOf(ctx) : undefined;
    const isLinked = steps?.linked ?? (await store.guildLinks.list(guildId)).length > 0;
    const asked = { standing, isLinked, steps, page };
    return knownAnswer(asked, commandMention, () =>
      renderHelp(
        { ...asked, groups: usableBy(standing, listCommands(commands())) },
        { commandMention, customIdOf: (index) => pageId.encode({ page: index }) },
      ),
    );
  };
  return defineCommand({
    data: new SlashCommandBuilder().setName("help").setDescription("Show what you may do here"),
    access: "everyone",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    controls: [
      defineButton({
        id: pageId,
        access: "everyone",
        needs: "guild",
        ack: "update",
        run: ({ page }, ctx) => show(page, ctx),
      }),
    ],
    run: (_interaction, ctx) => show(0, ctx),
  });
}
