/** Discord roles whose members may use the bot's staff commands in a guild. */
export interface AccessRoles {
  list(guildId: string): Promise<readonly string[]>;
  /** Adding twice is the same as adding once. */
  add(guildId: string, roleId: string): Promise<void>;
  /** False when it was not there. */
  remove(guildId: string, roleId: string): Promise<boolean>;
}
