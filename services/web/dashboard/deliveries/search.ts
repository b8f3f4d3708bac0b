import type { DeliveriesView } from "../api/queries/integrations.ts";

/** Query of an integration’s page. Defaults and invalid values are left out. */
export interface DeliveriesSearch {
  /** absent for the deliveries */
  tab?: "settings" | "forms" | "secret" | undefined;
  status?: DeliveriesView["status"] | undefined;
  event?: DeliveriesView["event"] | undefined;
  /** days of the reader (ISO 8601), both included */
  from?: string | undefined;
  to?: string | undefined;
  ordering?: DeliveriesView["ordering"] | undefined;
  page?: number | undefined;
  /** id of the delivery that is shown */
  delivery?: string | undefined;
  /** id of the integration that was just connected, or the reason why it wasn’t */
  connected?: string | undefined;
  error?: string | undefined;
}
