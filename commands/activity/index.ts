// What other features may use of this one.
export { aboutVisitId, daysOffered, listDaysToChoose } from "./ask-about.ts";
export {
  describeLastVisit,
  findRunningVisit,
  formatMinutes,
  formatTotals,
  guessUnitOfEntries,
  isGift,
  isRunning,
  measureVisits,
  sortEntries,
  splitAtReset,
} from "./format.ts";
export { GiftDraft } from "./gift-draft.ts";
export { createGiftButtons, giftComponents } from "./gift-form.ts";
export { prepareGift } from "./gift.ts";
export { createPastWeeksButton, pastWeeksComponents } from "./history.ts";
export { compareTotals } from "./look-for-gift.ts";
export { type OwnGifts, readOwnGifts } from "./own-gifts.ts";
export { formatEntryLine, listDoubts } from "./render-view.ts";
export { type DurationUnit, toMs, toWholeMinutes } from "./units.ts";
export { activityPages } from "./view.ts";
