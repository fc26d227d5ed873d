import type { Hono } from "hono";
import { z } from "zod";

/** The kinds of the page's controls: a `switch` stays on until turned off, an `action` happens once, a `choice` is one of several. */
export type ControlKind = "switch" | "action" | "choice";

/** One of a `choice`. */
export interface ControlChoice {
  readonly value: string;
  readonly label: string;
}

/** The part of the playground a control works on; the page shows one group for each. */
export type ControlGroup = "service" | "discord" | "clock" | "bot";

/** A control as the page sees it: `GET /playground/controls` returns a list of these. */
export interface ControlState {
  readonly id: string;
  readonly group: ControlGroup;
  readonly kind: ControlKind;
  readonly label: string;
  readonly hint?: string;
  /** Only of a `switch`. */
  readonly isOn?: boolean;
  /** Only of a `choice`. */
  readonly choices?: readonly ControlChoice[];
  readonly chosen?: string;
}

/** What the page sends to `POST /playground/controls/:id`: for a switch the wanted state, for a choice the wanted one. */
export interface ControlRequest {
  /** The one on screen. */
  readonly channelId?: string;
  readonly isOn?: boolean;
  /** Of a `choice`: the wanted one. */
  readonly value?: string;
}

/** What the page gets back: a line to show, and the state of every control afterwards. */
export interface ControlAnswer {
  readonly said: string;
  readonly controls: readonly ControlState[];
}

/**
 * A control as the playground's wiring gives it. `run` gets the channel on screen and the chosen value, each empty for
 * none, and returns the line a person reads after using it.
 */
export interface Control extends Omit<ControlState, "isOn" | "kind" | "choices" | "chosen"> {
  readonly kind: ControlKind;
  readonly isOn?: () => boolean;
  readonly choices?: () => readonly ControlChoice[];
  readonly chosen?: () => string;
  readonly run: (isOn: boolean, channelId: string, value: string) => string | Promise<string>;
}

const Sent = z
  .object({ isOn: z.boolean().catch(true), channelId: z.string().catch(""), value: z.string().catch("") })
  .catch({ isOn: true, channelId: "", value: "" });

/**
 * Serves the controls. Requests from another page are refused, so that no site can use them.
 * @param onUse called before a control runs
 */
export function mountControls(
  app: Hono,
  controls: readonly Control[],
  onUse: () => void = () => undefined,
): void {
  const byId = new Map(controls.map((control) => [control.id, control]));
  const states = (): readonly ControlState[] => controls.map(stateOf);

  app.get("/playground/controls", (context) => context.json(states()));
  app.post("/playground/controls/:id", async (context) => {
    const site = context.req.header("sec-fetch-site");
    if (site !== undefined && site !== "same-origin" && site !== "none") {
      return context.json({ message: "Only the playground's own page may use this." }, 403);
    }
    if (!(context.req.header("content-type") ?? "").startsWith("application/json")) {
      return context.json({ message: "The request must be JSON." }, 415);
    }
    const control = byId.get(context.req.param("id"));
    if (control === undefined) return context.json({ message: "There is no such control." }, 404);
    const body: unknown = await context.req.json().catch(() => ({}));
    const { isOn, channelId, value } = Sent.parse(body);
    onUse();
    const said = await control.run(isOn, channelId, value);
    return context.json({ said, controls: states() } satisfies ControlAnswer);
  });
}

function stateOf({ id, group, kind, label, hint, isOn, choices, chosen }: Control): ControlState {
  return {
    id,
    group,
    kind,
    label,
    ...(hint === undefined ? {} : { hint }),
    ...(isOn === undefined ? {} : { isOn: isOn() }),
    ...(choices === undefined ? {} : { choices: choices() }),
    ...(chosen === undefined ? {} : { chosen: chosen() }),
  };
}
