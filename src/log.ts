/** Structured log. Fields never carry a secret; the last line of defence scrubs what slips in. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}
export type LogFields = Readonly<Record<string, unknown>>;
