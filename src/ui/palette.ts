/** One colour, one meaning. A mark or a word always says the same beside it. */
export const palette = {
  information: 0x4c6ef5,
  done: 0x2f9e44,
  waiting: 0xf08c00,
  harmful: 0xe03131,
  over: 0x868e96,
} as const;
