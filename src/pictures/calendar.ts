import type { Context } from "./kit/canvas.ts";
import { joinParts } from "../ui/lines.ts";
import { formatNumber, pluralize } from "../ui/numbers.ts";
import { colours, type Tone, tones } from "./kit/colours.ts";
import { innerWidth, margin, drawRounded } from "./kit/shapes.ts";
import { measureWidth, wrap, write } from "./kit/text.ts";
import { drawOrdersByDay } from "./report-charts.ts";

export type CalendarItemKind = "event" | "due" | "post" | "session";

/** Something that happens on one day. */
export interface CalendarItem {
  readonly kind: CalendarItemKind;
  /** `19:00`, in the zone that the text beside the picture names. */
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
  /** On the same weekday of the week before, whose dates the picture names; `undefined` if unknown. */
  readonly orders?: number | undefined;
}

/** A week with what happens in it. */
export interface CalendarPicture {
  readonly kind: "calendar";
  /** `23 to 29 November`. */
  readonly title: string;
  readonly days: readonly CalendarPictureDay[];
  /** `9–15 Nov`: the dates of the orders; `undefined` without any. */
  readonly ordersOf?: string | undefined;
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
/** Below the days: a line of words if there are any, and the orders of each day of the week before. */
const [footHeight, emptyFootHeight, barsHeight] = [74, 26, 214];
const [gap, itemInset, itemPadding, lineHeight] = [5, 1, 9, 44];
/** A day on which something happens, compared with one on which nothing does: its words need room. */
const busyShare = 1.9;
/** Of a day, for its name. */
const leastWidth = 90;
/** How far the days reach beyond the margin: words break less in wide ones. */
const beyond = 26;
const [left, wide] = [margin - beyond, innerWidth + 2 * beyond];
const labelStyle = { size: 38, colour: colours.ink } as const;
const strongStyle = { size: 39, weight: "bold" } as const;

interface DrawnItem {
  readonly kind: CalendarItemKind;
  /** The first `strong` ones are in bold text. */
  readonly lines: readonly string[];
  readonly strong: number;
  readonly height: number;
}

/** Lays out the items: their height depends on how their text wraps. */
function layOut(ctx: Context, { days, ordersOf }: CalendarPicture) {
  const room = wide - gap * (days.length - 1);
  const busy = days.filter(({ items }) => items.length > 0).length;
  const idle = days.length - busy;
  const share = Math.min(busyShare, (room / leastWidth - idle) / Math.max(1, busy));
  const unit = room / Math.max(1, busy * share + idle);
  const widths = days.map(({ items }) => (items.length > 0 ? share : 1) * unit);
  const dayItems = days.map(({ items }, index) =>
    items
      .slice(0, items.length > maxItems ? maxItems - 1 : maxItems)
      .map((item) => layOutItem(ctx, item, measureRoom(widths[index] ?? unit))),
  );
  const heights = days.map(({ items }, index) => {
    const shown = dayItems[index] ?? [];
    const more = items.length > shown.length ? lineHeight + 6 : 0;
    return shown.reduce((sum, { height }) => sum + height + itemGap, more);
  });
  const bars = ordersOf === undefined ? 0 : barsHeight;
  return { widths, dayItems, bars, dayHeight: dayHead + Math.max(64, ...heights) + 10 };
}

/** For the words of an item. @param width of its day */
function measureRoom(width: number): number {
  return width - 2 * itemInset - 2 * itemPadding;
}

function layOutItem(ctx: Context, { kind, time = "", label }: CalendarItem, maxWidth: number): DrawnItem {
  // What is due matters more than the minute.
  const [first, then] = kind === "due" ? [label, time] : [time, label];
  const strong = wrap(ctx, first, { ...strongStyle, maxWidth }, maxLines);
  const lines = [...strong, ...wrap(ctx, then, { ...labelStyle, maxWidth }, maxLines)];
  return { kind, lines, strong: strong.length, height: lines.length * lineHeight + 14 };
}

export function measureCalendar(picture: CalendarPicture, ctx: Context): number {
  const { dayHeight, bars } = layOut(ctx, picture);
  return topPadding + dayHeight + (formatFoot(picture) === "" ? emptyFootHeight : footHeight) + bars;
}

export function drawCalendar(ctx: Context, picture: CalendarPicture): void {
  const { days } = picture;
  const { widths, dayItems, bars, dayHeight } = layOut(ctx, picture);
  const foot = topPadding + dayHeight + 52;
  const nameSize = Math.min(...widths) < 96 ? 36 : 39;
  const weight = picture.ordersOf === undefined ? "regular" : "bold";
  write(ctx, formatFoot(picture), left, foot, { size: 42, weight, maxWidth: wide });
  let x = left;
  days.forEach((day, index) => {
    const width = widths[index] ?? 0;
    drawDay(ctx, day, { x, y: topPadding, width, height: dayHeight }, nameSize);
    let y = topPadding + dayHead;
    const shown = dayItems[index] ?? [];
    for (const item of shown) {
      drawItem(ctx, item, { x: x + itemInset, y, width: width - 2 * itemInset, height: item.height });
      y += item.height + itemGap;
    }
    const more = day.items.length - shown.length;
    if (more > 0) drawMore(ctx, more, { x, y, width, height: lineHeight });
    x += width + gap;
  });
  if (bars === 0) return;
  const counts = days.map(({ weekday, orders = 0 }) => ({ label: weekday, orders }));
  const box = { x: left, y: foot + 12, width: wide, height: bars - 12 };
  drawOrdersByDay(ctx, box, counts, labelStyle.size);
}

/** What the columns below are; empty if there are none. */
function formatFoot({ days, ordersOf }: CalendarPicture): string {
  if (ordersOf !== undefined) return `Orders the week before, ${ordersOf}`;
  return days.every(({ items }) => items.length === 0) ? "Nothing planned yet" : "";
}

/** `+2 more`, or `+2` in a narrow day. */
function drawMore(ctx: Context, count: number, { x, y, width }: Box): void {
  const [long, short] = [`+${count} more`, `+${count}`];
  const text = measureWidth(ctx, long, strongStyle) <= width ? long : short;
  const style = { ...strongStyle, colour: colours.muted, align: "center" } as const;
  write(ctx, text, x + width / 2, y + 34, { ...style, maxWidth: width });
}

type Box = Parameters<typeof drawRounded>[1];

function drawDay(
  ctx: Context,
  { weekday, date, isWeekend, isToday }: CalendarPictureDay,
  box: Box,
  size: number,
) {
  drawRounded(ctx, box, 18, isToday ? colours.blueTint : isWeekend ? colours.weekend : colours.cell);
  ctx.strokeStyle = isToday ? colours.blue : colours.line;
  ctx.lineWidth = isToday ? 4 : 2;
  ctx.stroke();
  const middle = box.x + box.width / 2;
  const head = { size, weight: "bold", align: "center", maxWidth: box.width - 4 } as const;
  const isNamed = isToday && measureWidth(ctx, "Today", head) <= head.maxWidth;
  const colour = isToday ? tones.information.ink : colours.muted;
  write(ctx, isNamed ? "Today" : weekday, middle, box.y + 45, { ...head, colour });
  const pill = Math.min(104, box.width - 8);
  if (isToday)
    drawRounded(ctx, { x: middle - pill / 2, y: box.y + 58, width: pill, height: 70 }, 35, colours.blue);
  const number = { size: isToday ? 60 : 68, weight: "bold", align: "center" } as const;
  const y = box.y + (isToday ? 115 : 114);
  write(ctx, String(date), middle, y, { ...number, colour: isToday ? colours.paper : colours.ink });
}

function drawItem(ctx: Context, { kind, lines, strong }: DrawnItem, box: Box): void {
  const { tint, strong: mark, ink } = itemTones[kind];
  drawRounded(ctx, box, 10, tint);
  drawRounded(ctx, { ...box, width: 5 }, 2.5, mark);
  lines.forEach((line, index) => {
    const style = index < strong ? { ...strongStyle, colour: ink } : labelStyle;
    const y = box.y + 39 + index * lineHeight;
    write(ctx, line, box.x + itemPadding, y, { ...style, maxWidth: box.width - itemPadding });
  });
}

/** `Week of 23 to 29 November: Thursday 26: Barista training 19:00. …` */
export function describeCalendar({ title, days, ordersOf }: CalendarPicture): string {
  const busy = days
    .filter(({ items }) => items.length > 0)
    .map(({ weekday, date, items }) => {
      const titles = items.slice(0, maxItems).map(({ kind, time, label }) => {
        const parts = [time, label.slice(0, 60)];
        return joinParts(kind === "due" ? parts.toReversed() : parts, " ");
      });
      const more = items.length - titles.length;
      return `${weekday} ${date}: ${joinParts([...titles, more > 0 && `${more} more`], ", ")}`;
    });
  const [most] = days.toSorted((a, b) => (b.orders ?? 0) - (a.orders ?? 0));
  const total = days.reduce((sum, { orders = 0 }) => sum + orders, 0);
  return joinParts(
    [
      `Calendar of ${title}.`,
      busy.length === 0 ? "Nothing planned yet." : `${busy.join("; ")}.`,
      ordersOf !== undefined &&
        most?.orders !== undefined &&
        `${ordersOf}: ${pluralize(total, "order")}, most on ${most.weekday} (${formatNumber(most.orders)}).`,
    ],
    " ",
  );
}
