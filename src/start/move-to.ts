import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { TransferError } from "../store/errors.ts";
import { replaceAll } from "../store/copy-tables.ts";
import {
  openAlone,
  type Place,
  describePlace,
  requireDatabase,
  withoutChange,
} from "../store/whole-database.ts";
import { formatNumber } from "../ui/numbers.ts";

/**
 * Copies everything the bot stores to an empty database, in one transaction. The old one stays as it is.
 * @param target a Postgres address, or a data folder for SQLite
 * @throws TransferError, StoreError; nothing has changed then
 */
export async function moveTo(config: Config, target: string, print: (text: string) => void): Promise<void> {
  const place = readPlace(target, config);
  await requireDatabase(config);
  await using cleanup = new AsyncDisposableStack();
  const from = await withoutChange(() => openAlone(config));
  cleanup.defer(() => from.close());
  const to = await withoutChange(() => openAlone(place), "--move-to");
  cleanup.defer(() => to.close());
  const counts = await withoutChange(() => replaceAll(from, to, { onlyIfEmpty: true }));
  print("Copied, and counted again:");
  for (const [name, count] of counts) if (count > 0) print(`  ${name.padEnd(20)} ${formatNumber(count)}`);
  print(
    `The bot still uses ${describePlace(config)}, which is unchanged. ${describeNextSteps(config, place)}`,
  );
}

function readPlace(target: string, { databaseUrl }: Config): Place {
  if (/^postgres(ql)?:\/\/\S+$/.test(target)) return { databaseUrl: target, dataFolder: "" };
  if (target.includes("://"))
    throw new TransferError(
      "--move-to needs an address that starts with postgres://, or a data folder. Nothing was moved.",
    );
  if (databaseUrl === undefined)
    throw new TransferError(
      "The bot uses SQLite already, so nothing was moved. To use another folder, stop the bot, move the whole data folder and set DATA_FOLDER.",
    );
  return { databaseUrl: undefined, dataFolder: resolve(target) };
}

function describeNextSteps(
  { secretKeys, dataFolder }: Config,
  { databaseUrl, dataFolder: folder }: Place,
): string {
  const then = "start the bot, and delete the old data once everything works.";
  if (databaseUrl === undefined)
    return `Remove DATABASE_URL, set DATA_FOLDER=${folder}, keep SECRET_KEYS as it is, ${then}`;
  const keys =
    secretKeys === undefined ? `SECRET_KEYS to the keys in ${join(dataFolder, "secret.keys")}` : undefined;
  return `Set DATABASE_URL to the new address${keys === undefined ? "" : ` and ${keys}`}, ${then}`;
}
