import { ApiError, ContractError } from "../../api/errors.ts";
import type { Order } from "../../api/contract/orders.ts";
import type { WorkspaceApi } from "../../api/client.ts";
import type { AppContext } from "../../context.ts";
import type { WeekPlace } from "../../store/weeks.ts";

/** All orders of a workspace; `undefined` when they cannot be read now, since the rest of a week counts without them. */
export async function readOrders(
  { place, api }: { readonly place: WeekPlace; readonly api: WorkspaceApi },
  { log }: AppContext,
): Promise<readonly Order[] | undefined> {
  try {
    return await api.searchOrders({ params: { workspaceId: place.workspaceId } });
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof ContractError)) throw error;
    log.debug("orders could not be counted into the week", { guildId: place.guildId, error });
    return undefined;
  }
}
