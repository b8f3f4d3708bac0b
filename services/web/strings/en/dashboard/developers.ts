/** API keys and the usage of the API. */

import { counted, numberText } from "./numbers.ts";

export const keysTitle = "API keys";
export const keysText = (workspace: string): string =>
  `Keys belong to ${workspace}. They keep working when the person who created them leaves.`;
export const newKey = "New key";
export const keyName = "Name";
export const keyNameHint = "The app, person or server that uses this key.";
export const expiresAfter = "Expires";
export const expiries = { never: "Never", "30": "After 30 days", "90": "After 90 days", "365": "After 1 year" };
export const createKey = "Create key";
export const keyCreatedTitle = "Key created";
export const keyOnce = "Copy this key now. You won’t see it again.";
export const key = "Key";
export const copyKey = "Copy key";
export const noKeysTitle = "No API keys yet";
export const noKeysText = "Create a key to call the API.";
export const documentation = "API documentation";
export const assistants = "Connect an assistant";

/** Before a value, where a table has a column. */
export const captions = { used: "Last used:", expires: "Expires:" };
export const columns = {
  key: "Key",
  permissions: "Permissions",
  forms: "Forms",
  creator: "Created by",
  used: "Last used",
  expires: "Expires",
};
export const status = "Status";
export const statuses = { active: "Active", inactive: "Expired and revoked" };
export const searchKeys = "Search keys";
export const noneFound = { active: "No active keys found", inactive: "No expired or revoked keys found" };
export const never = "Never";
export const neverUsed = "Never used";
export const usedAt = (time: string): string => `Last used: ${time}`;
export const expiresIn = (days: number): string => (days < 1 ? "Today" : `In ${counted(days, "day", "days")}`);
export const ended = "Inactive";
export const allForms = "All forms";
export const formsOf = (count: number): string => counted(count, "form", "forms");
export const menuOf = (name: string): string => `Actions for ${name}`;
export const warning = "We email owners and admins 14 days and 1 day before a key in use expires.";
export const warningHere = "A key is marked here for 14 days before it expires.";
export const onlyCreates = "Only owners and admins see the list of keys. Ask them to rotate or revoke one.";

export const startFrom = "Start from";
export const presets = {
  full: { title: "Full", text: "Forms, responses, integrations" },
  read: { title: "Read results", text: "Insights and responses" },
  export: { title: "Export only", text: "Responses, nothing else" },
  build: { title: "Build forms", text: "Drafts and publishing" },
};
export const custom = { title: "Custom", text: "Choose below" };
export const fullAccess = "Full access";
export const permissions = "Permissions";
export const kinds = {
  forms: { title: "Forms", text: "drafts, versions, themes" },
  responses: { title: "Responses", text: "answers and files" },
  insights: { title: "Insights", text: "counts and charts" },
  integrations: { title: "Integrations", text: "needs all forms" },
  members: { title: "Members", text: "people and invitations" },
  account: { title: "Usage", text: "API keys and requests" },
  audit: { title: "Audit log", text: "changes by people and keys" },
};
export const levels = { none: "None", read: "Read", write: "Write" };
export const permissionOf = {
  read: {
    forms: "Read forms",
    responses: "Read responses",
    insights: "Read insights",
    integrations: "Read integrations",
    members: "Read members",
    account: "Read usage",
    audit: "Read the audit log",
  },
  write: {
    forms: "Write forms",
    responses: "Write responses",
    insights: "Write insights",
    integrations: "Write integrations",
    members: "Write members",
  },
};
export const more = (count: number): string => `+${count}`;
export const moreKinds = "Members, usage and audit log";
export const noPermission = "Choose at least one permission.";
export const keyForms = "Forms";
export const keyFormsHint = "Leave empty for all forms.";
export const keyAddresses = "Allowed addresses";
export const keyAddressesHint = "IP addresses or ranges, one per line, up to 20. Leave empty to accept all.";
export const badAddress = (text: string): string => `“${text}” isn’t an IP address or a range such as 192.0.2.0/24.`;

export const rotate = "Rotate";
export const rotateMenu = "Rotate key…";
export const rotateOf = (name: string): string => `Rotate “${name}”`;
export const rotateTitle = (name: string): string => `Rotate “${name}”`;
export const rotateText =
  "You get a new key with the same permissions. The old one keeps working for a while, so nothing has to stop.";
export const oldKeyStops = "The old key stops";
export const graces = { "0": "Now", "1": "In 1 hour", "24": "In 24 hours", "168": "In 7 days" };
export const rotateKey = "Rotate key";
export const oldKey = "Old key";
export const freshKey = "New key";
export const readyToUse = "Ready to use";
export const stopsAt = (time: string): string => `Stops ${time}`;
export const stopsNow = "Stops immediately";
export const revoke = "Revoke";
export const revokeTitle = (name: string): string => `Revoke “${name}”?`;
export const revokeText = "Requests with this key fail immediately. You can’t undo this.";
export const revoked = (name: string): string => `“${name}” revoked.`;

export const usageTitle = "API usage";
export const period = "Period";
export const periods = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days" };
export const keyFilter = "Key";
export const allKeys = "All requests";
export const otherKey = (id: string): string => `Key ${id.slice(0, 8)}…`;
export const noSuchKeyTitle = "API key not found";
export const noSuchKeyText = "It may belong to another workspace.";
export const usageOfAll = "Show all requests";
export const requests = "Requests";
export const errors = "Errors";
export const errorRate = "Error rate";
export const byDay = "Requests by day";
export const errorsByDay = "Errors by day";
export const date = "Date";
export const byEndpoint = "By endpoint";
export const endpoint = "Endpoint";
export const allEndpoints = (count: number): string => `Show all ${numberText(count)}`;
export const median = "Median latency";
export const p95 = "p95 latency";
export const byKey = "By key";
export const dashboardKey = "Signed-in users";
export const noRequests = "No requests in this period";
export const countedRequests =
  "Requests with API keys are counted, and those that the dashboard sends for signed-in users.";
export const noKeyRequests = "No request used an API key.";
export const toKeys = "Open API keys";
export const errorsNote = "Errors are responses with status 400 or higher. Dates are in UTC.";
export const dayLabel = (date: string, requests: number, errors: number): string =>
  `${date}: ${numberText(requests)} requests, ${counted(errors, "error", "errors")}`;
export const plotLabel = (requests: number, errors: number, days: number): string =>
  `Requests by day: ${numberText(requests)} in ${days} days, ${counted(errors, "error", "errors")}. The table lists all values.`;
export const errorsPlotLabel = (errors: number, days: number): string =>
  `Errors by day: ${numberText(errors)} in ${days} days. The table of requests lists all values.`;
export const namedKey = (name: string, prefix: string): string => `${name} (${prefix}…)`;
