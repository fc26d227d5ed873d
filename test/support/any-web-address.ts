import * as fc from "fast-check";
import { anyCharacter } from "./any-character.ts";

const part = fc.string({ unit: anyCharacter, maxLength: 20 }).map(encodeURIComponent);
const after = (mark: string): fc.Arbitrary<string> =>
  fc.option(part).map((text) => (text === null ? "" : `${mark}${text}`));

/** With any domain, path, query and fragment. fast-check's own first makes a table of all characters, in seconds. */
export const anyWebAddress: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.domain(),
    fc.array(part, { maxLength: 4 }),
    after("?"),
    after("#"),
  )
  .map(([scheme, domain, path, query, fragment]) =>
    [`${scheme}://${domain}`, ...path].join("/").concat(query, fragment),
  );
