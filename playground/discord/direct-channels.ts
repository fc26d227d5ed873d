/** The bot's private channels with people, and who wants none. */
export class DirectChannels {
  readonly #byUser = new Map<string, string>();
  readonly #refusing = new Set<string>();

  /** Made when it is first asked for. */
  with(discordUserId: string, newId: () => string): string {
    const known = this.#byUser.get(discordUserId);
    if (known !== undefined) return known;
    const id = newId();
    this.#byUser.set(discordUserId, id);
    return id;
  }
  recipientOf(channelId: string): string | undefined {
    return [...this.#byUser].find(([, id]) => id === channelId)?.[0];
  }

  setRefusing(discordUserId: string, refuses: boolean): void {
    if (refuses) this.#refusing.add(discordUserId);
    else this.#refusing.delete(discordUserId);
  }
  isRefusing(discordUserId: string): boolean {
    return this.#refusing.has(discordUserId);
  }
}
