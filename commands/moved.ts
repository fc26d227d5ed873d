/**
 * Where to find what was a command of its own once, by its path or the name of its right-click. Discord shows people an
 * old list of commands for a while.
 */
export const movedCommands: Readonly<Record<string, string>> = {};
