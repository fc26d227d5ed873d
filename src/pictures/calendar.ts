import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, type Tone, tones } from "./kit/colours.ts";
import { cardWidth, innerWidth, margin, rounded } from "./kit/shapes.ts";
import { widthOf, wrap, write } from "./kit/text.ts";

export type CalendarItemKind = "event" | "due" | "post" | "session";

/** Something that happens on one day. */
export interface CalendarItem {
  readonly kind: CalendarItemKind;
  /** `19:00`, in the guild's zone; another one is named. */
  readonly time?: string | undefined;
  readonly label: string;
}

export interface CalendarPictureDay {
  /** `Mon`. */
  readonly weekday: string;
  readonly date: number;
  readonly isWeekend: boolean;
  readonly isToday: boolean;
  /** In the order they happen. */
  readonly items: readonly CalendarItem[];
  /** On the same weekday of the week before; `undefined` if unknown. */
  readonly orders?: number | undefined;
}

/** A week with what happens in it. */
export interface CalendarPicture {
  readonly kind: "calendar";
  /** `23 to 29 November`. */
  readonly title: string;
  /** `Europe/Berlin`, of all times in it. */
  readonly zone: string;
  readonly days: readonly CalendarPictureDay[];
}

/** The same with no day marked. */
export function withoutToday(picture: CalendarPicture): CalendarPicture {
  return { ...picture, days: picture.days.map((day) => ({ ...day, isToday: false })) };
}

const itemTones: Readonly<Record<CalendarItemKind, Tone>> = {
  event: tones.event,
  due: tones.waiting,
  post: tones.information,
  session: tones.done,
};

const maxItems = 3;
const maxLines = 4;
const [topPadding, dayHead, itemGap] = [26, 138, 8];
/** Below the days: a line of words, and the orders of each day of the week before. */
const [footHeight, barsHeight] = [70, 170];
const [gap, itemPadding, timeHeight, lineHeight] = [6, 8, 38, 35];
/** A day on which something happens, compared with one on which nothing does: its words need room. */
const busyShare = 1.5;
/** How far the days reach beyond the title: words break less in wide ones. */
const beyond = 26;
const labelStyle = { size: 31, colour: colours.ink } as const;

interface DrawnItem {
  readonly item: CalendarItem;
  readonly lines: readonly string[];
  readonly height: number;
}

/** Lays out the items: their height depends on how their text wraps. */
function layOut(ctx: Context, { days }: CalendarPicture) {
  const shares = days.map(({ items }) => (items.length > 0 ? busyShare : 1));
  const unit =
    (innerWidth + 2 * beyond - gap * (days.length - 1)) /
    Math.max(
      1,
      shares.reduce((sum, share) => sum + share, 0),
    );
  const widths = shares.map((share) => share * unit);
  const dayItems = days.map(({ items }, index) =>
    items.slice(0, items.length > maxItems ? maxItems - 1 : maxItems).map((item): DrawnItem => {
      const maxWidth = (widths[index] ?? unit) - 8 - 2 * itemPadding - 2;
      const lines = wrap(ctx, item.label, { ...labelStyle, maxWidth }, maxLines);
      const height = (item.time === undefined ? 0 : timeHeight) + lines.length * lineHeight + 14;
      return { item, lines, height };
    }),
  );
  const heights = days.map(({ items }, index) => {
    const shown = dayItems[index] ?? [];
    const more = items.length > shown.length ? 42 : 0;
    return shown.reduce((sum, { height }) => sum + height + itemGap, more);
  });
  const bars = days.some(({ orders }) => orders !== undefined) ? barsHeight : 0;
  return { widths, dayItems, bars, dayHeight: dayHead + Math.max(64, ...heights) + 10 };
}

export function calendarHeight(picture: CalendarPicture, ctx: Context): number {
  const { dayHeight, bars } = layOut(ctx, picture);
  return topPadding + dayHeight + footHeight + bars;
}

export function drawCalendar(ctx: Context, picture: CalendarPicture): void {
  const { zone, days } = picture;
  const { widths, dayItems, bars, dayHeight } = layOut(ctx, picture);
  const maxOrders = Math.max(1, ...days.map(({ orders = 0 }) => orders));
  const foot = topPadding + dayHeight + 48;
  const isEmpty = days.every(({ items }) => items.length === 0);
  const told = bars > 0 ? "Orders the week before" : isEmpty ? "Nothing planned yet" : "";
  const left = write(ctx, told, margin, foot, { size: 34, weight: bars > 0 ? "bold" : "regular" });
  write(ctx, `Events in ${zone}`, cardWidth - margin, foot, {
    size: 30,
    colour: colours.muted,
    align: "right",
    maxWidth: innerWidth - left - 40,
  });
  let x = margin - beyond;
  days.forEach((day, index) => {
    const width = widths[index] ?? 0;
    const box = { x, y: topPadding, width, height: dayHeight };
    drawDay(ctx, day, box);
    let y = topPadding + dayHead;
    const shown = dayItems[index] ?? [];
    for (const { item, lines, height } of shown) {
      drawItem(ctx, item, lines, { x: x + 4, y, width: width - 8, height });
      y += height + itemGap;
    }
    const more = day.items.length - shown.length;
    const moreStyle = { size: 31, weight: "bold", colour: colours.muted, align: "center" } as const;
    if (more > 0) write(ctx, `+ ${more} more`, x + width / 2, y + 28, { ...moreStyle, maxWidth: width });
    if (bars > 0) drawOrders(ctx, day, { x, y: foot + 12, width, height: bars - 12 }, maxOrders);
    x += width + gap;
  });
}

type Box = Parameters<typeof rounded>[1];

function drawDay(ctx: Context, { weekday, date, isWeekend, isToday }: CalendarPictureDay, box: Box) {
  rounded(ctx, box, 18, isToday ? colours.blueTint : isWeekend ? colours.weekend : colours.cell);
  ctx.strokeStyle = isToday ? colours.blue : colours.line;
  ctx.lineWidth = isToday ? 4 : 2;
  ctx.stroke();
  const middle = box.x + box.width / 2;
  write(ctx, isToday ? "Today" : weekday, middle, box.y + 45, {
    size: 36,
    weight: "bold",
    colour: isToday ? tones.information.ink : colours.muted,
    align: "center",
    maxWidth: box.width - 12,
  });
  write(ctx, String(date), middle, box.y + 114, { size: 68, weight: "bold", align: "center" });
}

function drawItem(ctx: Context, { kind, time }: CalendarItem, lines: readonly string[], box: Box): void {
  const { tint, strong, ink } = itemTones[kind];
  rounded(ctx, box, 10, tint);
  rounded(ctx, { ...box, width: 5 }, 2.5, strong);
  const left = box.x + itemPadding + 2;
  const room = box.width - 2 * itemPadding - 2;
  // What is due matters more than the minute.
  const isDue = kind === "due";
  const strongStyle = { size: 35, weight: "bold", colour: ink } as const;
  const timeStyle = isDue ? labelStyle : strongStyle;
  const { size } = timeStyle;
  let y = box.y + 35;
  const writeTime = (): void => {
    if (time === undefined) return;
    const fitting = Math.min(size, (size * room) / widthOf(ctx, time, timeStyle));
    write(ctx, time, left, y, { ...timeStyle, size: fitting });
    y += timeHeight;
  };
  if (!isDue) writeTime();
  for (const line of lines) {
    write(ctx, line, left, y, isDue ? { ...strongStyle, maxWidth: room } : labelStyle);
    y += lineHeight;
  }
  if (isDue) writeTime();
}

function drawOrders(ctx: Context, day: CalendarPictureDay, box: Box, maxOrders: number): void {
  const { orders = 0 } = day;
  const middle = box.x + box.width / 2;
  const base = box.y + box.height;
  const high = orders === 0 ? 5 : Math.max(8, (orders / maxOrders) * (box.height - 46));
  const fill = orders === 0 ? colours.line : colours.pale;
  rounded(ctx, { x: middle - 36, y: base - high, width: 72, height: high }, orders === 0 ? 2 : 7, fill);
  write(ctx, formatNumber(orders), middle, base - high - 10, {
    size: 34,
    weight: orders === maxOrders ? "bold" : "regular",
    colour: orders === maxOrders ? colours.ink : colours.muted,
    align: "center",
  });
}

/** `Week of 23 to 29 November: Thursday 26: Barista training 19:00. …` */
export function describeCalendar({ title, days }: CalendarPicture): string {
  const busy = days
    .filter(({ items }) => items.length > 0)
    .map(({ weekday, date, items }) => {
      const titles = items
        .slice(0, maxItems)
        .map(({ time, label }) => joinParts([time, label.slice(0, 60)], " "));
      const more = items.length - titles.length;
      return `${weekday} ${date}: ${joinParts([...titles, more > 0 && `${more} more`], ", ")}`;
    });
  const [most] = days.toSorted((a, b) => (b.orders ?? 0) - (a.orders ?? 0));
  const total = days.reduce((sum, { orders = 0 }) => sum + orders, 0);
  return joinParts(
    [
      `Calendar of ${title}.`,
      busy.length === 0 ? "Nothing planned yet." : `${busy.join("; ")}.`,
      most?.orders !== undefined &&
        `Week before: ${pluralize(total, "order")}, most on ${most.weekday} (${formatNumber(most.orders)}).`,
    ],
    " ",
  );
}
