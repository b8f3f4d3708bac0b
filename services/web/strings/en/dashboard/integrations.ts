/** Integrations, their deliveries and attachments. */

import type { IntegrationType } from "../../../../../shared/domain/integrations/index.ts";
import * as deliveries from "./deliveries.ts";
import { counted, millisecondsText, numberText } from "./numbers.ts";
import { disabled, enabled } from "./states.ts";

export const title = "Integrations";
export const intro = "Send responses to webhooks, chat, CRMs and spreadsheets as they arrive.";
export const search = "Search integrations";
export const typeFilter = "Type";
export const allTypes = "All types";
export const order = "Order";
export const orders = { "-created": "Newest first", name: "By name" };
export const listLabel = "Integrations";
export const found = (count: number): string => counted(count, "integration", "integrations");
export const emptyTitle = "No integrations yet";
export const emptyForReaders = "Owners and admins can add integrations.";
export const emptyText = "Create an integration, then attach it to a form to send it new responses.";
export const nothingFound = "No integrations match.";
export const showAll = "Show all integrations";
export const statuses = { connected: "Connected", not_connected: "Not connected", disabled };
export const retrying = "Retrying";
export const failing = "Failing";
export const columns = {
  integration: "Integration",
  status: "Status",
  health: "Last 24 hours",
  deliveries: "Deliveries",
  rate: "Success rate",
  usedBy: "Used by",
};
export const deliveriesIn24Hours = (count: number): string => ` ${count === 1 ? "delivery" : "deliveries"} in 24 hours`;
export const formsCount = (count: number): string => counted(count, "form", "forms");
export const healthText = (delivered: number, failed: number, pending: number): string =>
  `Last 24 hours: ${numberText(delivered)} delivered, ${numberText(failed)} failed, ${numberText(pending)} pending`;
const hourFormat = new Intl.DateTimeFormat("en", { weekday: "short", hour: "numeric", minute: "2-digit" });
export const hourText = ({ hour, delivered, failed }: { hour: string; delivered: number; failed: number }): string =>
  `${hourFormat.format(new Date(hour))}: ${numberText(delivered)} delivered, ${numberText(failed)} failed`;
export const menuOf = (name: string): string => `Actions for “${name}”`;
export const reconnect = "Reconnect";
export const reconnectOf = (name: string): string => `Reconnect “${name}”`;
export const enableOf = (name: string): string => `Enable “${name}”`;

export const addFirst = "Add integration";
export const addAnother = "Add another app";
export const addType = "Add";
export const addOf = (type: string): string => `Add ${type}`;
export const typeTexts: Readonly<Record<IntegrationType, string>> = {
  webhook: "Send signed requests to any URL, with retries.",
  slack: "Post each response to a channel.",
  google_sheets: "Add a row for every response.",
  hubspot: "Create and update contacts.",
  salesforce: "Create leads from mapped fields.",
};
export const needElse = "Need something else?";
export const needElseText = "Every response, version and delivery is available in the API.";
export const createKey = "Create an API key";

export const newIntegration = "New integration";
export const type = "Type";
export const name = "Name";
export const nameHint = "Shown only to your team.";
export const create = "Create";
export const createLater = "Create without connecting";
export const continueAt = (provider: string): string => `Continue to ${provider}`;
export const consentText = (provider: string): string =>
  `${provider} asks you to authorize Pathform, then returns you here.`;
export const notConfigured = (provider: string): string =>
  `${provider} isn’t set up on this server. Ask an administrator.`;
export const created = (name: string): string => `“${name}” created.`;

export const missingTitle = "Integration not found";
export const missingText = "It may have been deleted, or belong to another workspace.";
export const toIntegrations = "Open integrations";

export const connected = "Connected. Fill in the required settings below.";
const reasons: Readonly<Record<string, string>> = {
  access_denied: "Authorization was denied, so nothing was connected.",
  code_refused: "The provider rejected the authorization code. Connect again.",
  exchange_failed: "Couldn’t get access from the provider. Try again in a minute.",
  scope_missing: "A required permission wasn’t granted. Connect again and allow all of them.",
  no_refresh_token: "The provider didn’t grant offline access. An administrator must check the OAuth client.",
  no_instance_url: "The provider didn’t return the account’s server. Connect again.",
  integration_deleted: "The integration was deleted.",
  not_finished: "The authorization expired, was already used, or you were signed out. Connect again.",
  quota_used_up: "Integration limit reached. Delete one, then connect again.",
};
export const notConnected = (reason: string): string =>
  reasons[reason] ?? `The provider returned an error (${reason}). Connect again.`;

export const connect = (provider: string): string => `Connect ${provider}`;
export const connectAgain = (provider: string): string => `Reconnect ${provider}`;
export const needsConsent = "Not connected. Events wait and are delivered once you connect.";
export const isOff =
  "Disabled. Nothing is delivered. Integrations are disabled after failing for 5 days or when the receiver returns 410.";
export const switchOn = "Enable";
export const switchedOn = (name: string): string => `“${name}” enabled.`;

export const settings = "Settings";
export const save = "Save changes";
export const saved = "Changes saved.";
export const nothingToSave = "No changes to save.";
export const storedSecret = "Stored. Enter a new value to replace it.";
export const secretHint = "Stored encrypted. You won’t see it again.";
export const questionsOf = "Pick questions from";
export const questionsOfHint = "Question IDs can differ between forms.";
export const noForm = "No form (enter IDs)";

export const secret = "Signing secret";
export const secretText = "Signs every request (Standard Webhooks), so receivers can verify the sender.";
export const signingDocs = "Verify a signature";
export const newSecret = "Rotate secret";
export const newSecretTitle = "Rotate signing secret?";
export const newSecretText =
  "You’ll see the new secret once. For 24 hours, requests are signed with both secrets so you can update your receiver.";
export const secretMadeTitle = "New signing secret";
export const secretOnce = "Copy this secret to the receiver now. You won’t see it again.";
export const copySecret = "Copy secret";

export const attachedForms = "Forms";
export const notAttached = "Not attached to any form";
export const attachHow = "Nothing is delivered yet. To attach it, open a form and select Integrations.";
export const toForms = "Open forms";

export const test = "Send test";
export const testing = "Sending…";
export const testWorked = (code: number | null, ms: number): string =>
  code === null
    ? `Test delivered in ${millisecondsText(ms)}.`
    : `The receiver responded with ${code} in ${millisecondsText(ms)}.`;
export const testFailed = (message: string | null): string => `Test failed: ${message ?? "unknown reason"}`;
export const showTest = "Show request and response";

export const remove = "Delete";
export const removeTitle = (name: string): string => `Delete “${name}”?`;
export const removeText =
  "This deletes the integration and its secrets, and cancels pending deliveries. You can’t undo this.";
export const removeAttached = (count: number): string => `Deliveries will stop for ${counted(count, "form", "forms")}:`;
export const removeUnattached = "Not attached to any form.";
export const removed = (name: string): string => `“${name}” deleted.`;

export const tabsLabel = "Pages of this integration";
export const allDeliveries = "All deliveries";
export const statusFilter = "Result";
export const statusOptions = {
  "": "All",
  success: deliveries.statuses.success,
  error: deliveries.statuses.error,
  skipped: "Skipped",
};
export const moreFilters = "Filters";
export const selectOne = "Select a delivery to see its request and response.";
export const eventFilter = "Event";
export const eventOptions = { "": "All", ...deliveries.events };
export const from = "From";
export const to = "To";
export const deliveryOrders = {
  "-created": "Newest first",
  created: "Oldest first",
  "-duration_ms": "Slowest first",
};
export const filters = "Filters";
export const deliveriesFound = (count: number): string => counted(count, "attempt", "attempts");
export const noDeliveries = "No deliveries yet";
export const noDeliveriesText = "Send a test, or attach the integration to a form and respond to it.";
export const noMatch = "No deliveries match.";
export const showAllDeliveries = "Show all deliveries";
export const noAnswer = "None";

export const replayTitle = "Replay matching deliveries?";
export const replayText = (count: number): string =>
  `${counted(count, "attempt matches", "attempts match")}. Each event whose latest attempt matches is delivered once more, newest first. Tests are skipped.`;
export const replayFilters = (filters: readonly string[]): string =>
  filters.length === 0 ? "All deliveries of this integration." : `Filters: ${filters.join(", ")}.`;
export const fromDay = (day: string): string => `from ${day}`;
export const toDay = (day: string): string => `until ${day}`;
export const replayAction = "Replay";
export const replayed = (count: number): string =>
  count === 0 ? "None of these can be replayed." : `Replay started for ${counted(count, "event", "events")}.`;

export const ofFormTitle = "Integrations";
export const ofFormText =
  "Integrations that receive this form’s events. Health and last delivery cover all their forms.";
export const attachAction = "Add integration";
export const attachTitle = "Add integration";
export const integration = "Integration";
export const events = "Events";
export const attachSubmit = "Attach";
export const attached = (name: string): string => `“${name}” attached. It receives events from now on.`;
export const noneAttachedTitle = "No integrations attached";
export const needsResponses = "Only people who edit the form and read its responses can change this.";
export const noneAttachedText = "Attach one of your integrations, or add one below, to send it every new response.";
export const noneMade = "No integrations yet. Create one first.";
export const allAttached = "All your integrations are attached to this form.";
export const isEnabled = enabled;
export const omitPersonal = "Leave out personal answers";
export const notifyOnFailure = "Email me when deliveries keep failing";
export const oneEvent = "Select at least one event, or disable the integration.";
export const detach = "Detach";
export const detachTitle = (name: string): string => `Detach “${name}”?`;
export const detachText = "Pending deliveries for this form are canceled. The integration is kept.";
export const detached = (name: string): string => `“${name}” detached.`;
export const attachmentList = "Attached integrations";
export const isPaused = disabled;
export const receives = (name: string): string => `“${name}” receives events`;
export const edit = "Edit";
export const openIntegration = "Open integration";
export const lastDelivery = "Last delivery";
export const lastResults = { success: "Delivered", error: "Failed" };
export const noneYet = "None yet";
const shortEvents = {
  "session.completed": "Completed",
  "session.started": "Started",
  "session.abandoned": "Abandoned",
  "session.updated": "Corrected",
};
export const eventList = (events: readonly (keyof typeof shortEvents)[]): string =>
  events.map((event) => shortEvents[event]).join(", ");
export const withCondition = "With a condition";
