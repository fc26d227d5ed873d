import type { APIApplicationCommand } from "discord-api-types/v10";
import type { ControlState } from "../page-api/switches.ts";
import type { PageState } from "../discord/page-types.ts";
import type { SeenForm, SeenMessage } from "../discord/member-types.ts";
import type { RequestRecord } from "../discord/types.ts";
import type { ServiceRequest } from "../page-api/requests.ts";
import type { ThingsToTry } from "../page-api/things.ts";

export interface ChannelMessages {
  readonly messages: readonly SeenMessage[];
  readonly hasOlder: boolean;
}

/** A line only this tab knows, such as that a command got no answer. */
export interface Note {
  readonly id: number;
  readonly channelId: string;
  readonly command: string;
  readonly text: string;
  readonly atMs: number;
}

export interface Picture {
  readonly url: string;
  readonly alt: string;
}

export interface OpenForm {
  readonly channelId: string;
  readonly form: SeenForm;
}

/** A request to open the composer with a command, from a mention or a menu. */
export interface Fill {
  readonly path: string;
}

export type Connection = "connecting" | "live" | "lost";

export type PanelTab = "try" | "requests" | "members";

export interface PageModel {
  readonly connection: Connection;
  readonly guild: PageState | undefined;
  /** Why nothing can be shown, when nothing can. */
  readonly trouble: string | undefined;
  readonly channelId: string | undefined;
  readonly byChannel: Readonly<Record<string, ChannelMessages>>;
  readonly unread: ReadonlySet<string>;
  readonly commands: readonly APIApplicationCommand[];
  readonly notes: readonly Note[];
  /** Controls that were pressed and have not been answered: `messageId customId`. */
  readonly pending: ReadonlySet<string>;
  /** What went wrong below a message, by its id. */
  readonly failures: Readonly<Record<string, string>>;
  readonly form: OpenForm | undefined;
  readonly picture: Picture | undefined;
  readonly fill: Fill | undefined;
  readonly clockAheadMs: number;
  readonly requests: readonly RequestRecord[];
  readonly serviceRequests: readonly ServiceRequest[];
  readonly controls: readonly ControlState[];
  readonly things: ThingsToTry;
  readonly isPanelOpen: boolean;
  readonly panelTab: PanelTab;
  readonly isDrawerOpen: boolean;
  /** Read out by screen readers as soon as it changes. */
  readonly announcement: string;
}

/** As many requests stay in the panel. */
export const maxRequests = 300;

export const emptyModel: PageModel = {
  connection: "connecting",
  guild: undefined,
  trouble: undefined,
  channelId: undefined,
  byChannel: {},
  unread: new Set(),
  commands: [],
  notes: [],
  pending: new Set(),
  failures: {},
  form: undefined,
  picture: undefined,
  fill: undefined,
  clockAheadMs: 0,
  requests: [],
  serviceRequests: [],
  controls: [],
  things: { ids: [], workspaces: [] },
  isPanelOpen: false,
  panelTab: "try",
  isDrawerOpen: false,
  announcement: "",
};
