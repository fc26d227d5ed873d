/** What ties a sealed interaction token to its draft. */
export function draftReplyContext(draftId: string): string {
  return `drafts:${draftId}:reply`;
}
