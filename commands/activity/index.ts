// What other features may use of this one.
export { aboutVisitId, daysOffered, listDaysToChoose } from "./ask-about.ts";
export {
  type DurationUnit,
  type OwnGifts,
  describeChosenUnit,
  describeLastVisit,
  findRunningVisit,
  formatMinutes,
  formatTotals,
  guessUnitOfEntries,
  isGift,
  isRunning,
  measureVisits,
  parseChosenUnit,
  readOwnGifts,
  sortEntries,
  splitAtReset,
  toMs,
  toWholeMinutes,
} from "./format.ts";
export { GiftDraft } from "./gift-draft.ts";
export { compareTotals, createGiftButtons, giftComponents, prepareGift, unknownGiftText } from "./gift.ts";
export { createPastWeeksButton, pastWeeksComponents } from "./history.ts";
export { formatEntryLine, listDoubts } from "./render-view.ts";
export { activityPages } from "./view.ts";
