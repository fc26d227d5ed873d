import type { Page } from "playwright-core";
import type { Person } from "../../../playground/discord/index.ts";
import { shown } from "../replies.ts";
import type { Scene } from "./scene.ts";
import { tour } from "./tour.ts";

const guest = "310442876";

export const scenes: readonly Scene[] = [
  tour,
  {
    name: "order-search",
    as: "mia",
    size: "desk",
    // Everyone has a name there.
    isAtWork: true,
    prepare: (mia) => run(mia, "order search"),
    showsLast: 1,
  },
  {
    name: "order-create",
    as: "mia",
    size: "desk",
    async prepare(mia, { clock }) {
      const first = { items: "Flat white, Cinnamon bun, Cinnamon bun", customer: guest };
      await mia.press(shown(await mia.run("order create", first)), "Log order");
      clock.advance(40_000);
      await run(mia, "order create", {
        items: "Hot chocolate, Cheese toastie",
        customer: "322917403",
        "submitted-by": "2",
      });
    },
    showsLast: 2,
  },
  {
    name: "commands",
    as: "mia",
    size: "desk",
    async play(page) {
      await page.getByRole("combobox", { name: "Command", exact: true }).pressSequentially("/");
      await page.getByRole("option", { name: /^\/help/ }).waitFor();
    },
  },
  {
    name: "assignments",
    as: "theo",
    size: "desk",
    prepare: (theo) => run(theo, "assignments", { person: "Noor" }),
    showsLast: 1,
  },
  {
    name: "calendar",
    as: "noor",
    size: "desk",
    async prepare(noor) {
      await run(noor, "calendar");
      await noor.press(shown(await noor.run("calendar")), "Later");
    },
    showsLast: 2,
  },
  {
    name: "post-delete",
    as: "theo",
    size: "desk",
    async prepare(theo) {
      const focused = { name: "post", value: "winter" };
      const [post] = await theo.suggest("post-delete", { post: "winter" }, focused);
      await run(theo, "post-delete", { post: post?.value ?? "" });
    },
    showsLast: 1,
  },
  {
    name: "suggestions",
    as: "theo",
    size: "desk",
    async play(page) {
      await start(page, "post-delete");
      await page.getByRole("option", { name: /^Winter menu is here/ }).waitFor();
    },
  },
  {
    name: "link-form",
    as: "ada",
    size: "desk",
    async play(page) {
      await start(page, "link set");
      await page.getByRole("button", { name: "Send the command" }).press("Enter");
      await page.getByRole("dialog", { name: "Link this server to a workspace" }).waitFor();
    },
  },
  {
    name: "error",
    as: "mia",
    size: "desk",
    async prepare(mia, { service, clock }) {
      await run(mia, "calendar");
      service.faults.add({ kind: "status", status: 429, resetSeconds: 23, times: 99 });
      clock.advance(20_000);
      await run(mia, "order search");
    },
    showsLast: 2,
  },
  {
    name: "phone",
    as: "mia",
    size: "phone",
    async prepare(mia) {
      await run(mia, "order create", { items: "Flat white, Cinnamon bun, Cinnamon bun", customer: guest });
    },
    showsLast: 1,
  },
];

async function run(person: Person, path: string, options: Parameters<Person["run"]>[1] = {}): Promise<void> {
  shown(await person.run(path, options));
}

/** Picks a command on the page, as far as its first option. */
async function start(page: Page, path: string): Promise<void> {
  await page.getByRole("combobox", { name: "Command", exact: true }).fill(`/${path} `);
  await page.getByRole("form", { name: `Command /${path}` }).waitFor();
}
