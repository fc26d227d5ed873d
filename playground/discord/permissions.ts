import { OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import type { SeedChannel, SeedOverwrite } from "./seed-types.ts";

const { Administrator, ViewChannel, SendMessages, SendMessagesInThreads } = PermissionFlagsBits;
export const allPermissions = Object.values(PermissionFlagsBits).reduce((sum, bit) => sum | bit, 0n);

/** In channels; what is for the whole guild stays (discord-api-docs#4462). Who manages everything can't be timed out. */
export const leftInTimeout = ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** What cannot be used where nothing may be written. */
const needSendMessages =
  PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.AttachFiles | PermissionFlagsBits.MentionEveryone;

export interface PermissionHolder {
  readonly discordUserId: string;
  readonly guildId: string;
  readonly owner: boolean;
  readonly roleIds: readonly string[];
  readonly everyone: bigint;
  readonly ofRoles: readonly bigint[];
  /** In a thread, whose channel's overwrites count, writing is a permission of its own. */
  readonly inThread: boolean;
  /** Denied whatever the channel's overwrites say. */
  readonly taken: bigint;
}

/** Discord's own order: everyone and roles, then the channel's overwrites, from general to particular. */
export function permissionsIn(holder: PermissionHolder, channel: SeedChannel | undefined): bigint {
  const base = holder.ofRoles.reduce((sum, bits) => sum | bits, holder.everyone);
  if (holder.owner || (base & Administrator) !== 0n) return allPermissions;
  if (channel === undefined) return base;
  const overwrites = channel.overwrites ?? [];
  const everyone = overwrites.filter(({ id }) => id === holder.guildId);
  const roles = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Role && holder.roleIds.includes(id),
  );
  const member = overwrites.filter(
    ({ id, type }) => type === OverwriteType.Member && id === holder.discordUserId,
  );
  const sending = holder.inThread ? SendMessagesInThreads : SendMessages;
  return implied(apply(apply(apply(base, everyone), roles), member) & ~holder.taken, sending);
}

function apply(bits: bigint, overwrites: readonly SeedOverwrite[]): bigint {
  const deny = overwrites.reduce((sum, overwrite) => sum | overwrite.deny, 0n);
  const allow = overwrites.reduce((sum, overwrite) => sum | overwrite.allow, 0n);
  return (bits & ~deny) | allow;
}

function implied(bits: bigint, sending: bigint): bigint {
  if ((bits & ViewChannel) === 0n) return 0n;
  return (bits & sending) === 0n ? bits & ~needSendMessages : bits;
}
