import { foldText, plainMarks } from "../typed-text.ts";

const words = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const fractions: Readonly<Record<string, string>> = { "½": ".5", "¼": ".25", "¾": ".75" };
const minutesIn = { days: 24 * 60, hours: 60, minutes: 1, seconds: 1 / 60 } as const;

/** Also in other languages, as far as one word means only one length in all of them. */
const unit = String.raw`(?:(?<days>days?|d|tage?n?|jours?|dias?)|(?<hours>hours?|hrs?|h|std|stunden?|heures?|horas?|or[ae]|uur|uren|timm?ar|timer|godz)|(?<minutes>minutes?|mins?|m|'|minuten|minutos?|minut[io]|minuter|minuut)|(?<seconds>seconds?|secs?|s|sekunden?))(?![a-z])`;
const amount = String.raw`(\d+(?:[.,]\d+)?|[.,]\d+)`;
const part = new RegExp(String.raw`${amount} ?${unit}[.,]? ?(?:and )?`, "y");

/**
 * A length of time in minutes, to a hundredth: `90`, `90 min`, `1:30`, `1 h 24 min`, `1.5h`, `an hour`, `half an hour`, `two
 * and a half hours`. A number without a unit is in minutes.
 */
export function parseTypedDuration(typed: string): number | undefined {
  const written = toNumbers(typed);
  const clock = /^(\d{1,4}):([0-5]\d)(?::00)?(?: ?h| ?hours?)?$/.exec(written);
  if (clock !== null) return Number(clock[1]) * 60 + Number(clock[2]);
  if (new RegExp(`^${amount}$`).test(written)) return round(toNumber(written));
  // `1h30`: minutes follow hours.
  const whole = written.replace(/(h|hrs?|hours?|std|stunden?|heures?|horas?)\.? ?([0-5]?\d)$/, "$1 $2 min");
  let total = 0;
  part.lastIndex = 0;
  while (part.lastIndex < whole.length) {
    const read = part.exec(whole);
    const count = read?.[1];
    if (count === undefined) return undefined;
    for (const [name, minutes] of Object.entries(minutesIn))
      if (read?.groups?.[name] !== undefined) total += toNumber(count) * minutes;
  }
  return whole === "" ? undefined : round(total);
}

/** `an hour and a half` becomes `1.5 hour`, and `1,200 min` `1200 min`: nobody counts thousandths of a minute. */
function toNumbers(typed: string): string {
  const named = plainMarks(typed).replace(/ ?([½¼¾])/g, (_, sign: string) => fractions[sign] ?? "");
  return foldText(named)
    .trim()
    .replace(/^(?:about |around |for |~ ?)/, "")
    .replace(/(?<=\d) (?=\d{3}(?:\D|$))/g, "")
    .replace(/^([1-9]\d{0,2})[.,](?=\d{3}(?: ?[m']|$))/, "$1")
    .replace(/-/g, (sign, at: number) => (at === 0 ? sign : " "))
    .replace(new RegExp(String.raw`\b(?:${words.join("|")})\b`, "g"), (word) =>
      String(words.indexOf(word) + 1),
    )
    .replace(/\b(\d+) and a half\b/g, "$1.5")
    .replace(/\ban?(?= (?:day|hour|min|sec))/g, "1")
    .replace(/\b(\d+) (hour|day|minute)s? and a half$/, "$1.5 $2")
    .replace(/\b(?:a )?half (?:an? |1 )?(?=hour|h\b|day|min)/g, "0.5 ")
    .replace(/\b(?:(3) |a )?quarters? (?:of )?(?:an? |1 )?(?=hour|day)/g, (_, three?: string) =>
      three === undefined ? "0.25 " : "0.75 ",
    );
}

const toNumber = (text: string): number => Number(text.replace(",", "."));
const round = (minutes: number): number => Math.round(minutes * 100) / 100;
