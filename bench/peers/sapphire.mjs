/** With Sapphire, whose commands are the classes in the folder `commands`. */
import { ApplicationCommandRegistries, RegisterBehavior, SapphireClient } from "@sapphire/framework";
import { Events } from "discord.js";
import { clientOptions } from "./client-options.mjs";
import { postWhenTold } from "./posting.mjs";

ApplicationCommandRegistries.setDefaultBehaviorWhenNotIdentical(RegisterBehavior.BulkOverwrite);

const client = new SapphireClient({ ...clientOptions, baseUserDirectory: import.meta.dirname });
client.once(Events.ClientReady, () => process.stdout.write("ready\n"));
postWhenTold(client);
process.once("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
