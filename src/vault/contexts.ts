/** Binds a sealed token to its guild and workspace, so that a copy of it in another row cannot be opened. */
export function linkSealContext(guildId: string, workspaceId: string): string {
  return JSON.stringify(["guild-link", guildId, workspaceId]);
}
