/** Loaded before the program: throws where nobody catches, as often as it is asked to. */
process.on("message", (what) => {
  const error = new Error(`escaped with ${process.env["DISCORD_TOKEN"] ?? ""}`);
  if (what === "reject") void Promise.reject(error);
  else throw error;
});
process.channel?.unref();
