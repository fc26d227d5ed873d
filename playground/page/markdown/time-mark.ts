import { useNow } from "../clock.ts";
import { html, type View } from "../html.ts";
import { formatTime } from "../time.ts";
import type { TimeStyle } from "./tree.ts";

interface TimeMarkProps {
  readonly unixSeconds: number;
  readonly style: TimeStyle;
}

export function TimeMark({ unixSeconds, style }: TimeMarkProps): View {
  const nowMs = useNow();
  const exact = formatTime(unixSeconds, "F", { nowMs });
  const moment = new Date(unixSeconds * 1_000);
  const machineReadable = Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  return html`<time class="time-mark" datetime=${machineReadable} title=${exact}>
    ${formatTime(unixSeconds, style, { nowMs })}
  </time>`;
}
