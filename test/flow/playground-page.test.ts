// Depends on: nothing that varies.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlaygroundClock } from "../../playground/clock.ts";
import { bakeryIds, playgroundIds } from "../../playground/discord/index.ts";
import type { PageState } from "../../playground/discord/page-types.ts";
import { type Playground, startPlayground } from "../../playground/index.ts";

const { ada, mia, sam, theo, guildId: cafe } = playgroundIds;
const { guildId: bakery, counter, bakehouse, office } = bakeryIds;
const setUp = new Set<string>();
let playground: Playground;
beforeEach(async () => {
  setUp.clear();
  playground = await startPlayground(
    0,
    createPlaygroundClock(() => 0),
    { isSetUp: async (guildId) => setUp.has(guildId) },
  );
});
afterEach(() => playground.close());

async function stateOf(as: string, guild: string): Promise<PageState> {
  const address = `${playground.discord.url}/playground/state?as=${as}&guild=${guild}`;
  // The emulator answers with what `page-types.ts` says.
  return (await (await fetch(address)).json()) as PageState;
}

test("the page lists the channels of a person's other servers, only those they may see", async () => {
  const far = async (as: string): Promise<readonly string[]> =>
    (await stateOf(as, cafe)).elsewhere.map(({ id }) => id);
  expect(await far(ada)).toEqual([counter, bakehouse, office]);
  expect(await far(theo)).toEqual([counter, bakehouse, office]);
  expect(await far(mia)).toEqual([counter, bakehouse]);
  expect(await far(sam)).toEqual([]);
  const { elsewhere } = await stateOf(mia, bakery);
  expect(elsewhere.map(({ name, guild }) => `${name} in ${guild.name}`)).toEqual([
    "orders in Harbour Café",
    "staff in Harbour Café",
    "calendar in Harbour Café",
  ]);
});

test("a server says that it is empty until it is set up, and again when it no longer is", async () => {
  const about = async (): Promise<string> => (await stateOf(ada, bakery)).guild.about;
  expect(await about()).toMatch(/isn't set up yet/);
  setUp.add(bakery);
  expect(await about()).toBe("");
  setUp.delete(bakery);
  expect(await about()).toMatch(/isn't set up yet/);
  expect((await stateOf(ada, cafe)).guild.about).toBe("");
});
