/** The bot's private channels with people, who wants none, and channels of people among themselves. */
export class DirectChannels {
  readonly #byUser = new Map<string, string>();
  readonly #refusing = new Set<string>();
  /** By channel: without the bot. */
  readonly #amongPeople = new Map<string, readonly [string, string]>();

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

  /** Of two people; made when it is first asked for. */
  between(one: string, other: string, newId: () => string): string {
    const known = [...this.#amongPeople].find(
      ([, people]) => people.includes(one) && people.includes(other),
    )?.[0];
    if (known !== undefined) return known;
    const id = newId();
    this.#amongPeople.set(id, [one, other]);
    return id;
  }
  /** Who is in a private channel besides the bot; `undefined` for any other channel. */
  peopleIn(channelId: string): readonly string[] | undefined {
    const recipient = this.recipientOf(channelId);
    return recipient === undefined ? this.#amongPeople.get(channelId) : [recipient];
  }

  setRefusing(discordUserId: string, refuses: boolean): void {
    if (refuses) this.#refusing.add(discordUserId);
    else this.#refusing.delete(discordUserId);
  }
  isRefusing(discordUserId: string): boolean {
    return this.#refusing.has(discordUserId);
  }
}
