/** Integrations, their deliveries, and which forms they are attached to. */

import * as deliveries from "./deliveries.ts";
import { counted, millisecondsText, numberText } from "./numbers.ts";

export const title = "Integrations";
export const intro = "What gets a form's responses as they come: your own program, a channel, a spreadsheet.";
export const search = "Search";
export const searchHint = "Name";
export const typeFilter = "Type";
export const allTypes = "All";
export const order = "Order";
export const orders = { "-created": "Newest first", name: "By name" };
export const listLabel = "Integrations";
export const found = (count: number): string => counted(count, "integration", "integrations");
export const emptyTitle = "No integrations yet";
export const emptyText = "Make one, then attach it to a form: from then on it gets what happens there.";
export const nothingFound = "No integration matches.";
export const showAll = "Show all integrations";
export const statuses = { connected: "Connected", not_connected: "Not connected", disabled: "Switched off" };
export const neverDelivered = "Nothing delivered yet";
export const lastDelivery = (isSuccess: boolean, time: string): string =>
  isSuccess ? `Delivered ${time}` : `Failed ${time}`;

export const newIntegration = "New integration";
export const type = "Type";
export const name = "Name";
export const nameHint = "What you know it by.";
export const create = "Create";
export const createLater = "Create, and connect later";
export const continueAt = (provider: string): string => `Continue to ${provider}`;
export const consentText = (provider: string): string =>
  `${provider} asks whether Pathform may use your account, and then brings you back here.`;
export const notConfigured = (provider: string): string =>
  `The operator of this Pathform has not set up ${provider} yet, so it cannot be connected.`;
export const created = (name: string): string => `“${name}” is created.`;

export const missingTitle = "There is no such integration";
export const missingText = "It may have been deleted, or belong to another account.";
export const toIntegrations = "To your integrations";

export const connected = "It is connected. Please fill in below what it needs.";
const reasons: Readonly<Record<string, string>> = {
  access_denied: "The consent was not given, so nothing was connected.",
  code_refused: "The provider did not know the code that it gave. Please connect again.",
  exchange_failed: "The provider could not be reached, or gave no access. Please try again in a minute.",
  scope_missing: "A permission that is needed was left out. Please connect again and allow all of them.",
  no_refresh_token: "The provider gives no lasting access. The operator has to check its client there.",
  no_instance_url: "The provider did not say where the account's data are. Please connect again.",
  integration_deleted: "The integration was deleted meanwhile.",
  not_finished:
    "The consent could not be finished: it took longer than 10 minutes, was used already, or your sign-in had ended. Please connect again.",
  quota_used_up: "The account has as many integrations as it may have. Delete one, then connect again.",
};
export const notConnected = (reason: string): string =>
  reasons[reason] ?? `The provider refused (${reason}). Please connect again.`;

export const connect = (provider: string): string => `Connect with ${provider}`;
export const connectAgain = (provider: string): string => `Connect with ${provider} again`;
export const needsConsent = "It is not connected: what happens meanwhile waits, and is delivered once it is.";
export const isOff = "It is switched off: nothing is delivered. What fails for five days, or answers 410, ends so.";
export const switchOn = "Switch on again";
export const switchedOn = (name: string): string => `“${name}” is switched on.`;

export const settings = "Settings";
export const save = "Save changes";
export const saved = "The changes are saved.";
export const nothingToSave = "There is nothing to save.";
export const storedSecret = "Stored. Write a new value to replace it.";
export const secretHint = "It is stored encrypted and never shown again.";
export const questionsOf = "Questions to choose from";
export const questionsOfHint = "Those of this form; others have ids of their own.";
export const noForm = "None: I type ids";

export const secret = "Signing secret";
export const secretText = "Every request is signed with it (Standard Webhooks), so that a receiver knows who sent it.";
export const signingDocs = "How to check a signature";
export const newSecret = "Make a new secret";
export const newSecretTitle = "Make a new signing secret?";
export const newSecretText =
  "You see it once. For 24 hours both the old one and the new one sign, so that a receiver can change over.";
export const secretMadeTitle = "Your new signing secret";
export const secretOnce = "Store it at the receiver now: it is shown only here.";
export const copySecret = "Copy secret";

export const attachedForms = "Forms";
export const notAttached = "It is attached to no form, so nothing is delivered.";
export const attachHow = "Open a form, and attach it on the form's page “Integrations”.";
export const toForms = "To your forms";

export const test = "Send a test";
export const testing = "Sending …";
export const testWorked = (code: number | null, ms: number): string =>
  code === null
    ? `The connection works (${millisecondsText(ms)}).`
    : `The receiver answered ${code} after ${millisecondsText(ms)}.`;
export const testFailed = (message: string | null): string => `The test failed: ${message ?? "no reason is known"}`;
export const showTest = "Show request and answer";

export const remove = "Delete";
export const removeTitle = (name: string): string => `Delete “${name}”?`;
export const removeText = "It is deleted for good with its secrets, and what is still to be delivered is not.";
export const removeAttached = (count: number): string =>
  `It is attached to ${counted(count, "form", "forms")}, which nothing is delivered for any more:`;
export const removeUnattached = "It is attached to no form.";
export const removed = (name: string): string => `“${name}” is deleted.`;

export const statusFilter = "Result";
export const statusOptions = { "": "All", ...deliveries.statuses };
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
export const noDeliveries = "Nothing has been delivered yet.";
export const noDeliveriesText = "Send a test, or attach the integration to a form and answer it.";
export const noMatch = "No delivery matches.";
export const showAllDeliveries = "Show all deliveries";
export const noAnswer = "None";

export const replay = (count: number): string =>
  count === 1 ? "Replay the one that matches" : `Replay all ${numberText(count)} that match`;
export const replayTitle = "Deliver again what matches?";
export const replayText = (count: number): string =>
  `${counted(count, "attempt matches", "attempts match")}. Every event whose newest attempt is among them is delivered once more, the newest first; tests are not.`;
export const replayFilters = (filters: readonly string[]): string =>
  filters.length === 0 ? "All deliveries of this integration." : `Only: ${filters.join(", ")}.`;
export const fromDay = (day: string): string => `from ${day}`;
export const toDay = (day: string): string => `until ${day}`;
export const replayAction = "Replay";
export const replayed = (count: number): string =>
  count === 0 ? "None of them can be delivered again." : `${counted(count, "event is", "events are")} delivered again.`;

export const deliveryTitle = (event: string, result: string): string => `${event}: ${result.toLowerCase()}`;
export const facts = {
  time: "Time",
  answer: "Answer",
  duration: "Took",
  attempt: "Attempt",
  next: "Next attempt",
  eventId: "Event id",
  session: "Session",
};
export const request = "Request";
export const response = "Answer of the receiver";
export const headersOf = (part: string): string => `${part}: headers`;
export const bodyOf = (part: string): string => `${part}: body`;
export const headers = "Headers";
export const body = "Body";
export const noHeaders = "None";
export const noBody = "Empty";
export const gone = "Nothing is kept of it.";
export const nothingSent = "Nothing was sent.";
export const nothingAnswered = "Nothing was answered.";
export const copyCurl = "Copy as curl";
export const curlHint = "Secrets are redacted in it: the signature does not fit any more.";
export const noSuchDelivery = "There is no such delivery of this integration.";

export const ofFormTitle = "Integrations";
export const ofFormText = "What gets the responses of this form.";
export const attachAction = "Attach an integration";
export const attachTitle = "Attach an integration";
export const integration = "Integration";
export const events = "Events";
export const attachSubmit = "Attach";
export const attached = (name: string): string => `“${name}” is attached. It gets what happens from now on.`;
export const noneAttachedTitle = "Nothing is attached yet";
export const noneAttachedText = "Attach an integration, and it gets every response from then on.";
export const noneMade = "You have no integrations yet. Make one first.";
export const allAttached = "All your integrations are attached to this form.";
export const toMake = "Make an integration";
export const isEnabled = "Switched on";
export const notifyOnFailure = "Mail when it keeps failing";
export const oneEvent = "Choose at least one event. To get none, switch it off.";
export const detach = "Detach";
export const detachOf = (name: string): string => `Detach “${name}”`;
export const detachTitle = (name: string): string => `Detach “${name}”?`;
export const detachText = "What is still to be delivered for this form is not. The integration stays.";
export const detached = (name: string): string => `“${name}” is detached.`;
export const attachmentList = "Attached integrations";
export const isPaused = "Paused";
export const isActive = "Active";
export const optionsOf = (name: string): string => `Events of “${name}”`;
