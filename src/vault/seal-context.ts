/** Binds a sealed token to its guild and workspace, so that a copy of it in another row cannot be opened. */
export function linkSealContext(guildId: string, workspaceId: string): string {
  return JSON.stringify(["guild-link", guildId, workspaceId]);
}

/** Binds the sealed reply token of a draft to that draft. */
export function replySealContext(draftId: string): string {
  return `drafts:${draftId}:reply`;
}
