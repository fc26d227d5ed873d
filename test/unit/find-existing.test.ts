import { expect, test } from "vitest";
import type { APIEmbed } from "discord.js";
import { createOrderControls } from "../../commands/order/board/controls.ts";
import { isOfKindOf } from "../../commands/schedule/delivery/deliver.ts";
import { createCalendarPostButtons } from "../../commands/calendar/board/buttons.ts";
import type { Row } from "../../src/ui/reply.ts";

const [monday, later] = ["2026-11-16", "2026-11-23"].map((day) => Temporal.PlainDate.from(day));
const calendar = (day = monday): readonly Row[] =>
  day === undefined ? [] : createCalendarPostButtons(day, "cafe");
const card: APIEmbed = { title: "Week of 16 November" };
const message = (embeds: APIEmbed[], components: readonly Row[] = []) => ({
  embeds,
  components: [...components],
});

test("a post of which nothing is known but its kind is found by what its buttons do, whatever it says", () => {
  const wanted = { embeds: [{ title: "Semaine du 23 novembre" }], components: calendar(later) };
  expect(isOfKindOf(message([card], calendar()), wanted)).toBe(true);
  expect(isOfKindOf(message([card, card], calendar()), wanted)).toBe(true);
  expect(isOfKindOf(message([card], createOrderControls([], "cafe")), wanted)).toBe(false);
  expect(isOfKindOf(message([card]), wanted)).toBe(false);
  expect(isOfKindOf(message([], calendar()), wanted)).toBe(false);
});

test("posts without buttons are found among others without", () => {
  const news = { embeds: [card] };
  expect(isOfKindOf(message([{ title: "Winter menu" }]), news)).toBe(true);
  expect(isOfKindOf(message([card], calendar()), news)).toBe(false);
  expect(isOfKindOf(message([]), news)).toBe(false);
  expect(isOfKindOf(message([]), {})).toBe(true);
});
