/**
 * How sentences name a command. Other people's text has its backticks escaped; an id in code that looks like
 * a command becomes a mention too, but tapping it only fills it in.
 */
const named = /`\/([a-z][a-z-]*(?: [a-z][a-z-]*)?)`/g;

/** The same sentence with every command in it as a mention. */
export function replaceCommandMentions(sentence: string, commandMention: (path: string) => string): string {
  return sentence.replace(named, (_, path: string) => commandMention(path));
}

/** Discord's limit. */
const maxLength = 2_000;

/** The same for a whole message, as far as it fits: a mention is longer than a name. */
export function withMessageMentions(message: string, commandMention: (path: string) => string): string {
  const marked = replaceCommandMentions(message, commandMention);
  return marked.length <= maxLength ? marked : message;
}
