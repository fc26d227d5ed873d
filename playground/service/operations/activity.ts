import type { activityRows } from "../../../src/api/contract/activity.ts";
import { totalsOf } from "../activity-totals.ts";
import type { Answers } from "../service.ts";
import { iso } from "../time.ts";
import { found, requireThat } from "./assertions.ts";

const maxEntries = 25;

export const activityAnswers: Pick<Answers, keyof typeof activityRows> = {
  giftActivity({ params, body }, { state, now, newId }) {
    const entries = found(state.activity.get(params.userId), "User");
    const { duration = 0, messages_sent = 0 } = body;
    requireThat(duration >= 0, "duration must not be negative");
    requireThat(messages_sent >= 0, "messages_sent must not be negative");
    requireThat(duration > 0 || messages_sent > 0, "duration or messages_sent must be more than 0");

    const activity = {
      _id: newId(),
      start: iso(now() - Math.round(duration)),
      end: iso(now()),
      ended: true,
      ...(body.game === undefined ? {} : { game: body.game }),
      friends: [],
      tracked_idle: 0,
      duration,
      messages_sent,
    };
    entries.unshift({
      ...activity,
      ...(body.gifted_by === undefined ? {} : { gifted_by: body.gifted_by }),
      events: [],
    });
    return { activity: { ...activity, idle_time: 0 }, totals: totalsOf(entries, now()) };
  },
  getActivity({ params, query }, { state, now }) {
    const entries = found(state.activity.get(params.userId), "User");
    const last = entries.slice(0, maxEntries);
    return {
      totals: totalsOf(entries, now()),
      last_25: query.game === true ? last : last.map(({ game_details: _details, ...entry }) => entry),
      week_starts_on: "monday",
    };
  },
};
