/** What the operator set, read once at start. */
export interface Config {
  /** `undefined` starts the local playground instead of Discord. */
  readonly discordToken: string | undefined;
  /** REST base of Discord without the version, for example `https://discord.com/api`. */
  readonly discordApiUrl: string;
  /** Base address of the workspace service, without a slash at its end. */
  readonly workspaceApiUrl: string;
  /** Query names that the interface document leaves open. */
  readonly queryNames: { readonly week: string; readonly game: string };
  /** Postgres when set, else a SQLite file in `dataFolder`. */
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
  /** `id:base64` pairs, comma-separated, newest first; `undefined` means a key file in `dataFolder`. */
  readonly secretKeys: string | undefined;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Loopback port of the playground's page; 0 takes any free one. */
  readonly playgroundPort: number;
}
