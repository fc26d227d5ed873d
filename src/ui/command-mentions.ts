/**
 * As sentences name a command. Text of others has no backticks of its own; an id in code that looks so leads to a
 * command too, and to tap it only fills it in.
 */
const named = /`\/([a-z][a-z-]*(?: [a-z][a-z-]*)?)`/g;

/** The same sentence with every command that it names to tap. */
export function replaceCommandMentions(sentence: string, commandMention: (path: string) => string): string {
  return sentence.replace(named, (_, path: string) => commandMention(path));
}

/** Discord takes no more. */
const maxLength = 2_000;

/** The same for a whole message, as far as it fits: a mark is longer than a name. */
export function withMessageMentions(message: string, commandMention: (path: string) => string): string {
  const marked = replaceCommandMentions(message, commandMention);
  return marked.length <= maxLength ? marked : message;
}
