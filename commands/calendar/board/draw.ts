import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts, truncate } from "../../../src/ui/lines.ts";
import { getInk, type ToneName } from "../../../src/pictures/kit/colours.ts";
import { type Box, cardWidth, drawRounded } from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, wrap, write } from "../../../src/pictures/kit/text.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

export type CalendarItemKind = "event" | "due" | "post" | "session";

/** Something that happens on one day. */
export interface CalendarItem {
  readonly kind: CalendarItemKind;
  /** `19:00`, in the picture's zone. */
  readonly time?: string | undefined;
  readonly label: string;
}

export interface CalendarPictureDay {
  /** `Mon`. */
  readonly weekday: string;
  readonly date: number;
  readonly isToday: boolean;
  /** In the order they happen. */
  readonly items: readonly CalendarItem[];
}

/** A week with what happens in it. */
export interface CalendarPicture {
  readonly kind: "calendar";
  /** `23 to 29 November`. */
  readonly title: string;
  /** `London time`: that of its times. */
  readonly zone: string;
  readonly days: readonly CalendarPictureDay[];
  /** Whether some of it isn't known yet. */
  readonly isPending?: boolean;
}

/** The same with no day marked. */
function withoutToday(picture: CalendarPicture): CalendarPicture {
  return { ...picture, days: picture.days.map((day) => ({ ...day, isToday: false })) };
}

const itemTones: Readonly<Record<CalendarItemKind, ToneName>> = {
  event: "event",
  due: "waiting",
  post: "information",
  session: "done",
};

const maxItems = 3;

/** Whether it shows all that happens: a day has room for a few items. */
export function showsAllItems({ days }: CalendarPicture): boolean {
  return days.every(({ items }) => items.length <= maxItems);
}

const maxLines = 2;
const [padding, dayGap, itemGap, footHeight] = [26, 16, 8, 58];
/** Of an item's text, and around it. */
const [lineHeight, itemPadding, textInset] = [58, 11, 22];
/** Weekday and date are left of the items. */
const [itemsLeft, betweenTimeAndLabel] = [286, 22];
const itemsWidth = cardWidth - padding - itemsLeft;
const timeStyle = { size: 46, weight: "bold" } as const;
const labelStyle = { size: 46 } as const;
const dayStyle = { size: 48, weight: "bold" } as const;

interface Row {
  readonly day: CalendarPictureDay;
  readonly items: readonly { readonly item: CalendarItem; readonly lines: readonly string[] }[];
  /** Instead of items, or how many more there are. */
  readonly note: string;
  readonly height: number;
}

/** A row for each day that has something, and for today. */
function layOut(ctx: Context, picture: CalendarPicture) {
  const timeWidth = measureTimes(ctx, picture);
  const rows = picture.days
    .filter(({ items, isToday }) => items.length > 0 || (isToday && picture.isPending !== true))
    .map((day): Row => {
      const shown = day.items.slice(0, day.items.length > maxItems ? maxItems - 1 : maxItems);
      const items = shown.map((item) => {
        const room = itemsWidth - 2 * textInset - (item.time === undefined ? 0 : timeWidth);
        return { item, lines: wrap(ctx, item.label, { ...labelStyle, maxWidth: room }, maxLines) };
      });
      const more = day.items.length - shown.length;
      const note = more > 0 ? `+${more} more` : items.length === 0 ? "Nothing planned" : "";
      const heights = [...items.map(measureItem), ...(note === "" ? [] : [lineHeight + 2 * itemPadding])];
      return { day, items, note, height: heights.reduce((sum, each) => sum + each + itemGap, -itemGap) };
    });
  return { rows: isEmpty(picture) ? [] : rows, timeWidth };
}

/** All labels begin right of the longest time. */
function measureTimes(ctx: Context, { days }: CalendarPicture): number {
  const times = days.flatMap(({ items }) => items.flatMap(({ time }) => time ?? []));
  return Math.max(...times.map((time) => measureWidth(ctx, time, timeStyle)), 0) + betweenTimeAndLabel;
}

/** Even if nothing of its label can be drawn. */
function measureItem({ lines }: Row["items"][number]): number {
  return Math.max(1, lines.length) * lineHeight + 2 * itemPadding;
}

function measureCalendar(picture: CalendarPicture, ctx: Context): number {
  const { rows } = layOut(ctx, picture);
  if (rows.length === 0) return 2 * padding + lineHeight;
  const high = rows.reduce((sum, { height }) => sum + height + dayGap, -dayGap);
  return 2 * padding + high + footHeight;
}

function drawCalendar(ctx: Context, picture: CalendarPicture): void {
  const { rows, timeWidth } = layOut(ctx, picture);
  const { muted } = ctx.colours;
  if (rows.length === 0) {
    write(ctx, describeEmpty(picture), padding + 18, padding + 44, labelStyle);
    return;
  }
  let top = padding;
  for (const { day, items, note, height } of rows) {
    drawDay(ctx, day, top);
    let y = top;
    for (const each of items) {
      const box = { x: itemsLeft, y, width: itemsWidth, height: measureItem(each) };
      drawItem(ctx, each, box, each.item.time === undefined ? 0 : timeWidth);
      y += box.height + itemGap;
    }
    const x = itemsLeft + textInset;
    write(ctx, note, x, y + itemPadding + 44, { ...labelStyle, colour: muted });
    top += height + dayGap;
  }
  const foot = { size: 38, colour: muted, align: "right", maxWidth: itemsWidth } as const;
  write(ctx, picture.zone, cardWidth - padding - 6, top + footHeight - 18, foot);
}

const describeEmpty = ({ isPending = false }: CalendarPicture): string =>
  isPending ? "I haven't read yet what is due" : "Nothing planned yet";

const isEmpty = ({ days }: CalendarPicture): boolean => days.every(({ items }) => items.length === 0);

/** Its name and date; today's are on a strong ground. */
function drawDay(ctx: Context, { weekday, date, isToday }: CalendarPictureDay, top: number): void {
  const { muted, ink, tones } = ctx.colours;
  const [x, y] = [padding + 18, top + itemPadding + 44];
  const pill = { x: padding, y: top, width: itemsLeft - padding - 14, height: lineHeight + 2 * itemPadding };
  if (isToday) drawRounded(ctx, pill, 40, tones.information.strong);
  const colour = isToday ? getInk(tones.information.strong) : muted;
  const width = write(ctx, isToday ? "Today" : weekday, x, y, { ...dayStyle, colour });
  write(ctx, String(date), x + width + 14, y, { ...dayStyle, colour: isToday ? colour : ink });
}

/** @param timeWidth the room of its time; 0 if it has none */
function drawItem(ctx: Context, { item, lines }: Row["items"][number], box: Box, timeWidth: number): void {
  const { tint, strong, ink } = ctx.colours.tones[itemTones[item.kind]];
  drawRounded(ctx, box, 14, tint);
  drawRounded(ctx, { ...box, width: 8 }, 4, strong);
  const [x, y] = [box.x + textInset, box.y + itemPadding + 44];
  write(ctx, item.time ?? "", x, y, { ...timeStyle, colour: ink });
  const maxWidth = box.width - 2 * textInset - timeWidth;
  lines.forEach((line, index) =>
    write(ctx, line, x + timeWidth, y + index * lineHeight, { ...labelStyle, maxWidth }),
  );
}

/** `Calendar of 23 to 29 November, London time. Thu 26: 19:00 Barista training; …` */
function describeCalendar(picture: CalendarPicture): string {
  const { title, zone, days } = picture;
  const busy = days
    .filter(({ items }) => items.length > 0)
    .map(({ weekday, date, items }) => {
      const titles = items.slice(0, maxItems).map(({ kind, time, label }) => {
        const parts = [time, truncate(label, 60)];
        return joinParts(kind === "due" ? parts.toReversed() : parts, " ");
      });
      const more = items.length - titles.length;
      return `${weekday} ${date}: ${joinParts([...titles, more > 0 && `${more} more`], ", ")}`;
    });
  const head = joinParts([title, busy.length > 0 && zone], ", ");
  return `Calendar of ${head}. ${busy.length === 0 ? describeEmpty(picture) : busy.join("; ")}.`;
}

export const calendarDrawing: Drawing<CalendarPicture> = {
  kind: "calendar",
  height: measureCalendar,
  draw: drawCalendar,
  describe: describeCalendar,
  toLasting: withoutToday,
};
