import type { ButtonInteraction, ChatInputCommandInteraction, ModalSubmitInteraction } from "discord.js";

/** An interaction that wants a message or a form for an answer. */
export type Answerable = ChatInputCommandInteraction | ButtonInteraction | ModalSubmitInteraction;
