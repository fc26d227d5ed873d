import { expect, test } from "vitest";
import { findMisspelledVariables } from "../../src/start/misspelled.ts";

const typos = [
  ["DISCORD_TOKN", "DISCORD_TOKEN"],
  ["DISCORD_TOEKN", "DISCORD_TOKEN"],
  ["DISCORDTOKEN", "DISCORD_TOKEN"],
  ["DISCORD-TOKEN", "DISCORD_TOKEN"],
  ["discord_token", "DISCORD_TOKEN"],
  ["DISCORD_BOT_TOKEN", "DISCORD_TOKEN"],
  ["WORKSPACE_URL", "WORKSPACE_API_URL"],
  ["WORKSPACE_API_URI", "WORKSPACE_API_URL"],
  ["SECRET_KEY", "SECRET_KEYS"],
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATA_FODLER", "DATA_FOLDER"],
  ["LOGLEVEL", "LOG_LEVEL"],
] as const;

test.each(typos)("%s is recognized as %s, and its value isn't shown", (name, meant) => {
  const found = findMisspelledVariables({ [name]: "a value that nobody may see" });
  expect(found).toEqual([{ name, meant, isSetToo: false }]);
});

test("names that are right, blank or another program's are ignored", () => {
  const env = {
    DISCORD_TOKEN: "x",
    DISCORD_TOKN: " ",
    PATH: "x",
    HOME: "x",
    LANG: "x",
    LOGNAME: "x",
    PGDATABASE: "x",
    DISCORD_CLIENT_SECRET: "x",
    DISCORD_WEBHOOK_URL: "x",
    DISCORD_APP_ID: "x",
    npm_config_cache: "x",
    NODE_OPTIONS: "x",
    DATA: "x",
    PORT: "x",
    SECRET: "x",
    TOKEN: "x",
  };
  expect(findMisspelledVariables(env)).toEqual([]);
});

test("it says so when the correctly spelled one is set too", () => {
  const found = findMisspelledVariables({ LOG_LEVELS: "x", LOG_LEVEL: "info" });
  expect(found).toEqual([{ name: "LOG_LEVELS", meant: "LOG_LEVEL", isSetToo: true }]);
});
