import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");

/** Of the bot, for example `1.4.0`. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));

/** Tells this process from the others in a log that they share. */
export const replica = `${hostname()}-${process.pid}`;
