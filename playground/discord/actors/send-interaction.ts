import type { APIMessageInteractionMetadata, InteractionType } from "discord-api-types/v10";
import type { InteractionFacts, OpenInteraction } from "../pending-interaction.ts";
import type { World } from "../state.ts";
import { integrationOwners, interactionPayload, type Place } from "./interaction-payload.ts";
import { postInteraction } from "./post-interaction.ts";

export interface Question {
  readonly type: InteractionType;
  readonly data: unknown;
  readonly sourceMessageId?: string | undefined;
  readonly command?: string | undefined;
  readonly autocompletes?: InteractionFacts["autocompletes"];
  /** What the metadata of the answer says besides who asked. */
  readonly about?: Readonly<Record<string, unknown>>;
}

/** Sends an interaction to the bot. */
export function ask(world: World, place: Place, question: Question): OpenInteraction {
  const id = world.newId();
  const { type, data, sourceMessageId, command, autocompletes, about } = question;
  const metadata = {
    id,
    type,
    user: world.directory.user(place.discordUserId),
    authorizing_integration_owners: integrationOwners(world, place),
    ...about,
    // `about` holds what this type of interaction adds.
  } as APIMessageInteractionMetadata;
  const interaction = world.interactions.open({
    id,
    type,
    ...place,
    sourceMessageId,
    command,
    metadata,
    autocompletes,
  });
  const payload = interactionPayload(world, interaction.facts, data);
  // An application with an address for them gets no interactions by the gateway.
  if (world.endpoints.interactionsUrl === undefined)
    world.dispatch(place.guildId, "INTERACTION_CREATE", payload);
  else void postInteraction(world, interaction, payload);
  return interaction;
}
