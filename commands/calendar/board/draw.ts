import type { Context } from "../../../src/pictures/kit/canvas.ts";
import { joinParts } from "../../../src/ui/lines.ts";
import { getInk, type ToneName } from "../../../src/pictures/kit/colours.ts";
import { innerWidth, margin, drawRounded } from "../../../src/pictures/kit/shapes.ts";
import { measureWidth, splitWords, wrap, write } from "../../../src/pictures/kit/text.ts";
import type { Drawing } from "../../../src/pictures/picture.ts";

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
  readonly isToday: boolean;
  /** In the order they happen. */
  readonly items: readonly CalendarItem[];
}

/** A week with what happens in it. */
export interface CalendarPicture {
  readonly kind: "calendar";
  /** `23 to 29 November`. */
  readonly title: string;
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

const maxLines = 4;
const [topPadding, dayHead, itemGap] = [26, 134, 8];
/** Below the days, with a line of words if nothing happens. */
const [footHeight, fullFootHeight] = [78, 26];
const [gap, itemInset, itemPadding, lineHeight] = [4, 4, 11, 40];
/** How far the days reach beyond the margin: words break less in wide ones. */
const beyond = 20;
const [left, wide] = [margin - beyond, innerWidth + 2 * beyond];
const dayWidth = (wide - 6 * gap) / 7;
const strongStyle = { size: 36, weight: "bold" } as const;
/** Of a label's letters: smaller ones if its longest word needs them. */
const [labelSize, minLabelSize] = [34, 26];

interface DrawnItem {
  readonly kind: CalendarItemKind;
  /** The first `strong` ones are in bold text. */
  readonly lines: readonly string[];
  readonly strong: number;
  /** Of the other lines' letters. */
  readonly size: number;
  readonly height: number;
}

/** Lays out the items: their height depends on how their text wraps. */
function layOut(ctx: Context, { days }: CalendarPicture) {
  const dayItems = days.map(({ items }) =>
    items.slice(0, items.length > maxItems ? maxItems - 1 : maxItems).map((item) => layOutItem(ctx, item)),
  );
  const heights = days.map(({ items }, index) => {
    const shown = dayItems[index] ?? [];
    const more = items.length > shown.length ? lineHeight + 6 : 0;
    return shown.reduce((sum, { height }) => sum + height + itemGap, more);
  });
  return { dayItems, dayHeight: dayHead + Math.max(64, ...heights) + 6 };
}

const itemRoom = dayWidth - 2 * itemInset - itemPadding - 10;

function layOutItem(ctx: Context, { kind, time = "", label }: CalendarItem): DrawnItem {
  // What is due matters more than the minute.
  const [first, then] = kind === "due" ? [label, time] : [time, label];
  const strong = wrap(ctx, first, { ...strongStyle, maxWidth: itemRoom }, maxLines);
  const longest = Math.max(...splitWords(then).map((word) => measureWidth(ctx, word, { size: labelSize })));
  const size = Math.max(minLabelSize, Math.min(labelSize, Math.floor((labelSize * itemRoom) / longest)));
  const lines = [...strong, ...wrap(ctx, then, { size, maxWidth: itemRoom }, maxLines)];
  return { kind, lines, strong: strong.length, size, height: lines.length * lineHeight + 16 };
}

function measureCalendar(picture: CalendarPicture, ctx: Context): number {
  const { dayHeight } = layOut(ctx, picture);
  return topPadding + dayHeight + (isEmpty(picture) ? footHeight : fullFootHeight);
}

function drawCalendar(ctx: Context, picture: CalendarPicture): void {
  const { days } = picture;
  const { dayItems, dayHeight } = layOut(ctx, picture);
  days.forEach((day, index) => {
    const x = left + index * (dayWidth + gap);
    drawDay(ctx, day, { x, y: topPadding, width: dayWidth, height: dayHeight });
    let y = topPadding + dayHead;
    const shown = dayItems[index] ?? [];
    for (const item of shown) {
      drawItem(ctx, item, { x: x + itemInset, y, width: dayWidth - 2 * itemInset, height: item.height });
      y += item.height + itemGap;
    }
    const more = day.items.length - shown.length;
    if (more > 0) drawMore(ctx, more, { x, y, width: dayWidth, height: lineHeight });
  });
  const style = { size: 38, weight: "bold", maxWidth: wide } as const;
  if (isEmpty(picture)) write(ctx, describeEmpty(picture), left + 4, topPadding + dayHeight + 52, style);
}

const describeEmpty = ({ isPending = false }: CalendarPicture): string =>
  isPending ? "I haven't read yet what is due" : "Nothing planned yet";

const isEmpty = ({ days }: CalendarPicture): boolean => days.every(({ items }) => items.length === 0);

/** `+2 more`, or `+2` in a narrow day. */
function drawMore(ctx: Context, count: number, { x, y, width }: Box): void {
  const [long, short] = [`+${count} more`, `+${count}`];
  const text = measureWidth(ctx, long, strongStyle) <= width ? long : short;
  const style = { ...strongStyle, colour: ctx.colours.muted, align: "center" } as const;
  write(ctx, text, x + width / 2, y + 34, { ...style, maxWidth: width });
}

type Box = Parameters<typeof drawRounded>[1];

function drawDay(ctx: Context, { weekday, date, isToday }: CalendarPictureDay, box: Box) {
  const { cell, line, ink, muted, tones } = ctx.colours;
  const today = tones.information;
  drawRounded(ctx, box, 18, isToday ? today.tint : cell);
  ctx.strokeStyle = isToday ? today.strong : line;
  ctx.lineWidth = isToday ? 4 : 2;
  ctx.stroke();
  const middle = box.x + box.width / 2;
  const head = { size: 38, weight: "bold", align: "center", maxWidth: box.width - 4 } as const;
  const colour = isToday ? today.ink : muted;
  write(ctx, isToday ? "Today" : weekday, middle, box.y + 45, { ...head, colour });
  const pill = Math.min(104, box.width - 8);
  if (isToday)
    drawRounded(ctx, { x: middle - pill / 2, y: box.y + 58, width: pill, height: 70 }, 35, today.strong);
  const number = { size: isToday ? 60 : 68, weight: "bold", align: "center" } as const;
  const y = box.y + (isToday ? 115 : 114);
  write(ctx, String(date), middle, y, { ...number, colour: isToday ? getInk(today.strong) : ink });
}

function drawItem(ctx: Context, { kind, lines, strong, size }: DrawnItem, box: Box): void {
  const { tint, strong: mark, ink } = ctx.colours.tones[itemTones[kind]];
  drawRounded(ctx, box, 10, tint);
  drawRounded(ctx, { ...box, width: 5 }, 2.5, mark);
  lines.forEach((line, index) => {
    const style = index < strong ? { ...strongStyle, colour: ink } : { size, colour: ctx.colours.ink };
    const y = box.y + 37 + index * lineHeight;
    write(ctx, line, box.x + itemPadding, y, { ...style, maxWidth: itemRoom });
  });
}

/** `Week of 23 to 29 November: Thursday 26: Barista training 19:00. …` */
function describeCalendar(picture: CalendarPicture): string {
  const { title, days } = picture;
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
  return `Calendar of ${title}. ${busy.length === 0 ? describeEmpty(picture) : busy.join("; ")}.`;
}

export const calendarDrawing: Drawing<CalendarPicture> = {
  kind: "calendar",
  height: measureCalendar,
  draw: drawCalendar,
  describe: describeCalendar,
  toLasting: withoutToday,
};
