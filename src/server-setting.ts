import type { Component } from "./interactions/handler.ts";
import type { GuildContext } from "./interactions/handler-context.ts";
import type { StoredSettings } from "./store/guild-settings.ts";
import type { Reply } from "./ui/reply.ts";

/** A value that is put in place of the one before. */
export interface SettingValue {
  /** `undefined` while nothing is chosen. */
  readonly getPresent: (settings: StoredSettings) => string | undefined;
  /** @throws MisuseError for a value that isn't offered */
  readonly choose: (value: string, ctx: GuildContext) => Promise<Reply>;
  /** An empty value turns it off. */
  readonly canBeOff?: true;
}

/** What the page of settings says of one. */
export interface ShownSetting {
  readonly lines: readonly string[];
  /** A person has to do something. */
  readonly isTroubled?: boolean;
}

/** Something that admins choose for their server on the page of settings. */
export interface ServerSetting {
  /** In custom ids. */
  readonly name: string;
  /** On the page and in its menu. */
  readonly label: string;
  /** Its place: the paragraph, and the line there after the point, as in `2.3`. */
  readonly rank: number;
  readonly show: (settings: StoredSettings, ctx: GuildContext) => ShownSetting | Promise<ShownSetting>;
  /** What changes it, in place of the page. */
  readonly ask: (ctx: GuildContext, locale: string) => Promise<Reply>;
  /** By name, which is the setting's if there is only one. */
  readonly values?: Readonly<Record<string, SettingValue>>;
  /** What stops with a link, as a sentence; false if nothing does. */
  readonly warnUnlink?: (settings: StoredSettings, linkKey: string) => string | false;
  /** Beside those that all settings share. */
  readonly components?: readonly Component[];
}
