import { characters, type FormCheck, isFields } from "./body-validator.ts";

const media = ["http", "https", "attachment"];
const web = ["http", "https"];
const maxTogether = 6_000;

export function checkEmbeds(form: FormCheck, embeds: readonly unknown[]): void {
  let together = 0;
  for (const [index, value] of embeds.entries()) {
    const embed = form.at(index);
    together += checkEmbed(embed, embed.fields(value));
  }
  if (together > maxTogether)
    form.refuse("MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
}

/** Gives how many characters count towards the 6,000. */
function checkEmbed(form: FormCheck, embed: Readonly<Record<string, unknown>>): number {
  const texts = [form.text(embed, "title", { max: 256 }), form.text(embed, "description", { max: 4_096 })];
  form.integer(embed, "color", { min: 0, max: 0xffffff });
  form.url(embed, "url", web);
  const timestamp = form.text(embed, "timestamp", { max: 100 });
  if (timestamp !== undefined && Number.isNaN(Date.parse(timestamp)))
    form.at("timestamp").refuse("DATE_TIME_TYPE_PARSE", `Could not parse ${timestamp}. Should be ISO8601.`);

  for (const key of ["image", "thumbnail"]) {
    const picture = embed[key];
    if (isFields(picture)) form.at(key).url(picture, "url", media);
  }
  if (isFields(embed["author"])) {
    const author = form.at("author");
    texts.push(author.text(embed["author"], "name", { required: true, max: 256 }));
    author.url(embed["author"], "url", web);
    author.url(embed["author"], "icon_url", media);
  }
  if (isFields(embed["footer"])) {
    const footer = form.at("footer");
    texts.push(footer.text(embed["footer"], "text", { required: true, max: 2_048 }));
    footer.url(embed["footer"], "icon_url", media);
  }

  const fields = form.at("fields");
  const list = form.list(embed, "fields", { max: 25 });
  for (const [index, value] of list.entries()) {
    const field = fields.at(index);
    const parts = field.fields(value);
    texts.push(field.text(parts, "name", { required: true, max: 256 }));
    texts.push(field.text(parts, "value", { required: true, max: 1_024 }));
    field.flag(parts, "inline");
  }

  const shows = texts.some((text) => text !== undefined && text !== "") || hasPicture(embed);
  if (!shows) form.at("description").refuse("BASE_TYPE_REQUIRED", "This field is required");
  return texts.reduce((sum, text) => sum + characters(text ?? ""), 0);
}

function hasPicture(embed: Readonly<Record<string, unknown>>): boolean {
  return ["image", "thumbnail", "video"].some((key) => isFields(embed[key]));
}
