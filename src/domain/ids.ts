export interface SystemActor {
  readonly userId: string;
  readonly name: string;
}

/** Stand in an order where no player does. They are no users: never look them up. */
export const systemActors: readonly SystemActor[] = [
  { userId: "1", name: "Point of sale" },
  { userId: "2", name: "Kiosk" },
  { userId: "3", name: "Mobile ordering" },
  { userId: "4", name: "NPC" },
];

export function systemActorName(userId: string): string | undefined {
  return systemActors.find((actor) => actor.userId === userId)?.name;
}
