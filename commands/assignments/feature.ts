import { z } from "zod";
import { renderContext } from "../../src/ui/render-context.ts";
import { isServiceId } from "../../src/domain/service-ids.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import type { Command } from "../../src/interactions/handler.ts";
import { withNamesOf } from "../../src/ui/people.ts";
import { PageIndex, definePagedList } from "../kit/paged-list.ts";
import { person } from "../kit/person-option.ts";
import { defineReadOn } from "../kit/read-on.ts";
import { renderAssignments, renderWholeDescriptions } from "./render.ts";

/** The descriptions of a page's assignments. */
export const readOn = defineReadOn({
  name: "assignments.on",
  about: { userId: z.string().refine(isServiceId), page: PageIndex },
  access: "self-or-manager",
  async find({ userId, page, part }, ctx) {
    await ctx.admitAbout(userId);
    const params = { workspaceId: ctx.workspaceId, staffId: userId };
    const reading = ctx.api.getAssignments({ params });
    const [assignments, names] = await withNamesOf(reading, [userId], ctx);
    const { now } = renderContext(ctx, names);
    const whole = renderWholeDescriptions({ userId, names, assignments, page, now });
    return whole && { ...whole, part };
  },
  gone: "These descriptions are gone",
  command: "assignments",
});

export const assignmentPages = definePagedList({
  name: "assignments",
  about: { userId: z.string().refine(isServiceId) },
  access: "self-or-manager",
  needs: "link",
  async show({ userId, page }, ctx, { createCustomId }) {
    await ctx.admitAbout(userId);
    const reading = ctx.api.getAssignments({ params: { workspaceId: ctx.workspaceId, staffId: userId } });
    const [found, names] = await withNamesOf(reading, [userId], ctx);
    const createReadId = (index: number) => readOn.createId({ userId, page: index, part: 0 });
    return renderAssignments(
      { userId, assignments: found, page, createCustomId, createReadId },
      renderContext(ctx, names),
    );
  },
});

export const assignments: Command = defineCommand({
  name: "assignments",
  description: "See this week's assignments and the results of past weeks",
  options: {
    person: person("Whose: a name, a mention or a user id (yours by default)", (userId) =>
      assignmentPages.createCustomId({ userId, page: 0 }),
    ),
  },
  access: "self-or-manager",
  needs: "link",
  ack: "ephemeral",
  dependsOn: ["getAssignments"],
  operations: ["getAssignments"],
  components: [...assignmentPages.components, readOn.button],
  run: ({ options }, ctx) => assignmentPages.show({ userId: options.person, page: 0 }, ctx),
});
