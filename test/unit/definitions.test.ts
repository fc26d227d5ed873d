import { expect, test } from "vitest";
import { z } from "zod";
import { defineButton } from "../../src/interactions/components.ts";
import { defineCustomId } from "../../src/interactions/custom-id.ts";
import { defineCommand } from "../../src/interactions/define.ts";
import { createRoutes } from "../../src/interactions/router.ts";

const named = { name: "x", description: "Do x" };
const reply = async () => ({ content: "x" });

test("two commands with one name stop the program", () => {
  const twin = () =>
    defineCommand({
      ...named,
      access: "everyone",
      needs: "guild",
      ack: "ephemeral",
      operations: [],
      run: reply,
    });
  expect(() => createRoutes([twin(), twin()])).toThrow(/two routes are named "x"/);
});

test("two buttons with one name stop the program, one button in two commands doesn't", () => {
  const id = defineCustomId("x.go", { page: z.coerce.number() });
  const go = () => defineButton({ id, access: "everyone", needs: "guild", ack: "update", run: reply });
  const command = (name: string, control: ReturnType<typeof go>) =>
    defineCommand({
      name,
      description: "Do x",
      access: "everyone",
      needs: "guild",
      ack: "ephemeral",
      operations: [],
      components: [control],
      run: reply,
    });
  const shared = go();
  expect(() => createRoutes([command("a", shared), command("b", shared)])).not.toThrow();
  expect(() => createRoutes([command("a", go()), command("b", go())])).toThrow(/button|x\.go/);
});

test("the compiler enforces what a handler must declare", () => {
  // @ts-expect-error nobody said who may use it
  defineCommand({ ...named, needs: "guild", ack: "ephemeral", operations: [], run: reply });
  // @ts-expect-error nobody said what of the service it reaches
  defineCommand({ ...named, access: "staff", needs: "guild", ack: "ephemeral", run: reply });
  // @ts-expect-error nobody said whether it needs the link
  defineCommand({ ...named, access: "staff", ack: "ephemeral", operations: [], run: reply });
  // @ts-expect-error a message is not a form
  defineCommand({ ...named, access: "staff", needs: "guild", ack: "modal", operations: [], run: reply });
  defineCommand({
    ...named,
    access: "staff",
    needs: "guild",
    // @ts-expect-error a command has no message to update
    ack: "update",
    operations: [],
    run: reply,
  });
  defineCommand({
    ...named,
    access: "staff",
    needs: "guild",
    ack: "ephemeral",
    operations: [],
    // @ts-expect-error without the link there is no service to call
    run: async (_asked, ctx) => ({ content: ctx.workspaceId }),
  });
  const id = defineCustomId("p", { page: z.coerce.number() });
  // @ts-expect-error a page is a number
  expect(id.encode({ page: "1" })).toBe("p:1");
});
