/** A relative moment of Discord's, with what is before and behind it on its line. */
const mark = /(?<before>[^\n]*?)<t:\d+:R>(?=(?<behind>[^\n]*))/g;
/** Where it stands alone: at the beginning, or behind a label, a separator or a bracket. */
const beforeAlone = /(?:^|[\n:·(]\s?|^(?:-# |> |\*\*|[-•] )+)$/u;
const behindAlone = /^(?:$|\s?[·(|]|[.,)]|\*\*$)/u;

/** Moments that Discord writes in the reader's own language amid the words of a sentence, each with its line. */
export function findMomentsInSentences(text: string): readonly string[] {
  return [...text.matchAll(mark)]
    .map(({ groups: { before = "", behind = "" } = {} }) => ({ before, behind }))
    .filter(({ before, behind }) => !beforeAlone.test(before) || !behindAlone.test(behind))
    .map(({ before, behind }) => `${before}<t:…:R>${behind}`);
}
