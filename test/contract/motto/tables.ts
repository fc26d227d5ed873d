import { type FactsOf, keep } from "../../../src/personal-data.ts";
import { pluralize } from "../../../src/ui/numbers.ts";
import { type Motto, ofMottos } from "./store.ts";

export const mottoTables = {
  mottos: {
    guild: true,
    person: keep({
      member: "discordUserId",
      read: (db, { guildId, discordUserId }) =>
        ofMottos(db)
          .selectFrom("mottos")
          .select(["text", "setAt"])
          .where((eb) => eb.and({ guildId, discordUserId }))
          .executeTakeFirst(),
      shown: {
        name: "mottos",
        describe: (motto) => motto !== undefined && "**Your motto**, until you're forgotten",
      },
      exported: {
        as: "motto",
        write: (motto, { at }) => motto && { text: motto.text, chosenAt: at(motto.setAt) },
      },
      forget: "all",
      preview: async () => "a motto, if there is one",
      counted: (mottos: number) => mottos > 0 && pluralize(mottos, "motto"),
    }),
  },
} as const satisfies { readonly mottos: FactsOf<Motto> };
