import type { ModalSubmitFields } from "discord.js";
import { aboutVisitId, listDaysToChoose } from "../activity/index.ts";
import { MisuseError, UserError } from "../../src/errors.ts";
import { defineButton, outdatedComponentText } from "../../src/interactions/components.ts";
import { defineSubcommand } from "../../src/interactions/define.ts";
import { maxReasonLength } from "./render.ts";
import {
  createCheckboxField,
  createFileField,
  selectField,
  createTextField,
  readFiles,
  readText,
} from "../kit/fields.ts";
import { defineDraftForm } from "../kit/form.ts";
import { askForTime, assertMayAsk, type AskedTime, maxMinutes, parseRequest, TypedRequest } from "./ask.ts";
import { decisionControls, unclearControls } from "./decide.ts";
import { requestIds } from "./card.ts";
import { timeRequest } from "./kind.ts";
import { secondMs } from "../../src/time.ts";
import { formatDayAndClockIn, getDateIn } from "../../src/ui/time.ts";
import { readCalendar } from "../kit/time-options.ts";
import { readGuildZone } from "../kit/zone-option.ts";

const ids = { minutes: "minutes", day: "day", reason: "reason", proof: "proof", without: "without" } as const;
export const maxPictures = 3;

const timeForm = defineDraftForm<TypedRequest, AskedTime, "write">({
  name: "request.time",
  command: "request time",
  access: "staff",
  needs: "write",
  typed: TypedRequest,
  modal: ({ minutes, day, reason, files, today }, { dateStyle }) => ({
    title: "Request time",
    components: [
      createTextField({
        id: ids.minutes,
        label: "How long",
        description: "Such as 90 min, 1:30 or an hour and a half.",
        placeholder: "1 h 30 min",
        max: 40,
        required: true,
        value: minutes,
      }),
      selectField({
        id: ids.day,
        label: "Which day",
        choices: listDaysToChoose(today, dateStyle),
        placeholder: "Choose a day",
        required: true,
        value: day,
      }),
      createTextField({
        id: ids.reason,
        label: "Why",
        description: "What you did and when. Managers read this.",
        long: true,
        max: maxReasonLength,
        required: true,
        value: reason,
      }),
      createFileField({
        id: ids.proof,
        label: "Proof",
        description:
          files.length === 0
            ? "Optional: up to three pictures. Managers will see them."
            : "Your pictures are kept. Choose others to replace them.",
        maxFiles: maxPictures,
        fileTypes: ["image"],
      }),
      // A form can't show chosen files again, so they can't be taken out of it either.
      ...(files.length === 0
        ? []
        : [
            createCheckboxField({
              id: ids.without,
              label: "Kept pictures",
              choices: [{ name: "Leave them out", value: "pictures" }],
              values: [],
            }),
          ]),
    ],
  }),
  read(fields, opened) {
    if (opened === undefined) throw new UserError(outdatedComponentText);
    return readRequest(fields, opened);
  },
  parse: parseRequest,
  respond: askForTime,
});

function readRequest(fields: ModalSubmitFields, opened: TypedRequest): TypedRequest {
  const files = readFiles(fields, ids.proof);
  const isLeftOut = fields.fields.has(ids.without) && fields.getCheckboxGroup(ids.without).length > 0;
  const kept = isLeftOut ? [] : opened.files;
  return {
    minutes: readText(fields, ids.minutes),
    day: fields.getStringSelectValues(ids.day)[0] ?? "",
    reason: readText(fields, ids.reason),
    files: files.length > 0 ? [...files].slice(0, maxPictures) : kept,
    today: opened.today,
  };
}

export const askAboutVisitButton = defineButton({
  id: aboutVisitId,
  access: "staff",
  needs: "write",
  ack: "modal",
  async run({ startSeconds, minutes }, ctx) {
    await assertMayAsk(ctx);
    const [zone = "UTC", { today }] = await Promise.all([readGuildZone(ctx), readCalendar(ctx)]);
    const startMs = startSeconds * secondMs;
    const day = getDateIn(zone, startMs).toString();
    const reason = `My visit of ${formatDayAndClockIn(zone, startMs, ctx.dateStyle, ctx.now())}`;
    const length = minutes > 0 && minutes <= maxMinutes ? `${minutes} min` : "";
    return timeForm.openStored({ minutes: length, day, reason, files: [], today: today.toString() }, ctx);
  },
});

/** Below what says that a request was withdrawn. Its pictures, which Discord deletes after a day, are chosen again. */
const askAgainButton = defineButton({
  id: requestIds.askAgain,
  access: "staff",
  needs: "write",
  ack: "modal",
  async run({ requestId }, ctx) {
    const { discordUserId, minutes, day, reason } = await timeRequest.requireRequest(requestId, ctx);
    if (discordUserId !== ctx.invoker.discordUserId) throw new MisuseError(outdatedComponentText);
    await assertMayAsk(ctx);
    const { today } = await readCalendar(ctx);
    const typed = { minutes: `${minutes} min`, day, reason, files: [], today: today.toString() };
    return timeForm.openStored(typed, ctx);
  },
});

export const time = defineSubcommand({
  name: "time",
  description: "Ask the managers to count time that wasn't tracked, with pictures as proof",
  access: "staff",
  needs: "write",
  ack: "modal",
  operations: ["getActivity", "getAssignments", "giftActivity"],
  components: [
    ...timeForm.components,
    ...decisionControls,
    ...unclearControls,
    timeRequest.withdrawButton,
    askAgainButton,
    askAboutVisitButton,
  ],
  async run(_asked, ctx) {
    await assertMayAsk(ctx);
    const today = (await readCalendar(ctx)).today.toString();
    // What wasn't tracked is mostly noticed on the same day.
    return timeForm.openStored({ minutes: "", day: today, reason: "", files: [], today }, ctx);
  },
});
