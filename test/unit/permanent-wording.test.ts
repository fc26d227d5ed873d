import { expect, test } from "vitest";
import {
  formatDate,
  withExactMarks,
  withWrittenMoments,
  withoutRelativeText,
} from "../../src/ui/permanent-wording.ts";

const now = Temporal.Instant.from("2026-11-24T12:00:00Z").epochMilliseconds;
const end = Temporal.Instant.from("2026-11-29T22:59:59Z").epochMilliseconds / 1000;
const inWords = (content: string) => withWrittenMoments({ content }, "Europe/Berlin", now).content;
const titled = (title: string) => withoutRelativeText({ embeds: [{ title }] }).embeds[0]?.title;

test.each([
  [`Resets <t:${end}:R> (<t:${end}:f>)`, "Resets Sun\u00a029\u00a0Nov,\u00a023:59"],
  [`due <t:${end}:F>`, "due Sun\u00a029\u00a0Nov,\u00a023:59"],
  [`as of <t:${end}:R>`, "as of Sun\u00a029\u00a0Nov,\u00a023:59"],
  [`on <t:${end}:D>`, "on 29\u00a0Nov"],
  [`at <t:${end}:t>`, "at 23:59"],
  ["since <t:1767225600:f>", "since 1\u00a0Jan,\u00a001:00"],
  ["since <t:1767222000:f>", "since 1\u00a0Jan,\u00a000:00"],
  ["since <t:1735689600:f>", "since 1\u00a0Jan\u00a02025,\u00a001:00"],
])("%s becomes %s", (marks, words) => {
  expect(inWords(marks)).toBe(words);
});

test("the end of a week in UTC is written in the zone of the post, as any other time is", () => {
  const said = (at: string, zone: string) => {
    const mark = `<t:${Temporal.Instant.from(at).epochMilliseconds / 1_000}:R>`;
    return withWrittenMoments({ content: `ends ${mark}` }, zone, now).content?.replaceAll("\u00a0", " ");
  };
  expect(said("2026-11-22T23:59:59Z", "Europe/Berlin")).toBe("ends Mon 23 Nov, 00:59");
  expect(said("2026-11-22T23:59:59Z", "Europe/London")).toBe("ends Sun 22 Nov, 23:59");
  expect(said("2026-11-22T23:59:59Z", "America/New_York")).toBe("ends Sun 22 Nov, 18:59");
  expect(said("2026-11-22T23:59:59Z", "Asia/Tokyo")).toBe("ends Mon 23 Nov, 08:59");
  expect(said("2026-11-22T23:58:59Z", "Europe/Berlin")).toBe("ends Mon 23 Nov, 00:58");
});

test("a timestamp that someone typed is kept as plain text", () => {
  expect(inWords(`\\<t:${end}:R>`)).toBe(`\\<t:${end}:R>`);
});

test("relative timestamps become exact ones, with the weekday if both were there", () => {
  const content = `Resets <t:${end}:R> (<t:${end}:f>), read <t:${end}:R>, written <t:${end}:d>`;
  expect(withExactMarks({ content }).content).toBe(
    `Resets <t:${end}:F>, read <t:${end}:f>, written <t:${end}:d>`,
  );
});

test("a title keeps its week and loses what is true only now; other people's text is kept", () => {
  expect(titled("Week of 23\u00a0November · next week")).toBe("Week of 23\u00a0November");
  expect(titled("Team board, week of 4\u00a0January\u00a02027 · this week")).toBe(
    "Team board, week of 4\u00a0January\u00a02027",
  );
  expect(titled("Most minutes this\u00a0week")).toBe("Most minutes");
  expect(titled("1 · What is on · this week")).toBe("1 · What is on · this week");
  const row = withoutRelativeText({ embeds: [{ description: "M 23  ▸ **T 24**  W 25\n▸ **1.** Mia" }] });
  expect(row.embeds[0]?.description).toBe("M 23  T 24  W 25\n▸ **1.** Mia");
});

test("text that is true only this week names that week", () => {
  const description =
    "No visits this week yet.\n**Before this week**\n▶️ **7** in the game now, since <t:1:R>";
  expect(withoutRelativeText({ embeds: [{ description }] }).embeds[0]?.description).toBe(
    "No visits that week so far.\n**Before that week**\n▶️ **7** in the game since <t:1:R>",
  );
});

test("a date includes its year when it isn't the current one", () => {
  expect(formatDate("2026-11-23", now)).toBe("23\u00a0November");
  expect(formatDate("2027-01-04", now)).toBe("4\u00a0January\u00a02027");
});
