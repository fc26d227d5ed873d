import type { Control } from "../../src/interactions/define.ts";
import { againControl } from "./again-button.ts";
import { changeControl } from "./change-button.ts";
import { createConfirmation } from "./confirm-create.ts";
import { fixButton } from "./fix-button.ts";
import { orderForm, orderFormAgain } from "./order-form.ts";

/** All that stands on the way from an order's form to its receipt. */
export const orderControls: readonly Control[] = [
  ...createConfirmation.controls,
  orderForm,
  orderFormAgain,
  fixButton,
  changeControl,
  againControl,
];
