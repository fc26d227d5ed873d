import type { FinishText } from "../../src/ui/finish.ts";

// A language that nobody speaks: each Latin letter is another one, so whatever the bot reads of its own texts as English
// is no longer there. What a test sees is read back into English, so that the tests stay as they are.

/** Vai syllables, which no text here contains otherwise. */
const [upper, lower] = [0xa5_00, 0xa5_20];

/** Mentions, timestamps and addresses aren't words; nor are formatted dates of a picture's name. */
const notWords = /<[^<>\n]*>|https?:\/\/\S+|attachment:\/\/\S+|@everyone|@here/g;

export const toMadeUp: FinishText = (text) => {
  let made = "";
  let end = 0;
  for (const match of text.matchAll(notWords)) {
    made += shift(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return made + shift(text.slice(end));
};

function shift(text: string): string {
  return text
    .replaceAll(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 65 + upper))
    .replaceAll(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 97 + lower));
}

function toEnglish(text: string): string {
  return text.replaceAll(/[\ua500-\ua519\ua520-\ua539]/g, (letter) => {
    const code = letter.charCodeAt(0);
    return String.fromCharCode(code >= lower ? code - lower + 97 : code - upper + 65);
  });
}

/** The same with all texts in English: of data, of what functions return, and of what promises bring. */
export function readInEnglish<T>(value: T): T {
  // What was read is of the same shape: only texts became other texts.
  return translate(value) as T;
}

function translate(value: unknown): unknown {
  if (typeof value === "string") return toEnglish(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Promise) return value.then(translate);
  if (Array.isArray(value)) return value.map(translate);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const hasFunctions = Object.values(Object.getOwnPropertyDescriptors(value)).some(
    (property) => property.get !== undefined || typeof property.value === "function",
  );
  if (!hasFunctions)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each)]));
  return new Proxy(value, {
    get(target, key) {
      const found: unknown = Reflect.get(target, key, target);
      if (typeof found !== "function") return translate(found);
      return (...given: unknown[]): unknown => translate(Reflect.apply(found, target, given));
    },
  });
}
