/** API keys and the usage of the API. */

import { counted, numberText } from "./numbers.ts";

export const keysTitle = "API keys";
export const keysText =
  "Authenticate API requests with a bearer token. A key can access all your forms, responses and integrations.";
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

export const columns = {
  name: "Name",
  prefix: "Prefix",
  status: "Status",
  used: "Last used",
  expires: "Expires",
  created: "Created",
  actions: "Actions",
};
export const statuses = { active: "Active", inactive: "Inactive" };
export const never = "Never";
export const revoke = "Revoke";
export const revokeOf = (name: string): string => `Revoke “${name}”`;
export const revokeTitle = (name: string): string => `Revoke “${name}”?`;
export const revokeText = "Requests with this key fail immediately. You can’t undo this.";
export const revoked = (name: string): string => `“${name}” revoked.`;

export const usageTitle = "API usage";
export const period = "Period";
export const periods = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days" };
export const keyFilter = "Key";
export const allKeys = "All";
export const otherKey = (id: string): string => `Key ${id.slice(0, 8)}…`;
export const noSuchKeyTitle = "API key not found";
export const noSuchKeyText = "It may belong to another account.";
export const usageOfAllKeys = "Show usage of all keys";
export const requests = "Requests";
export const errors = "Errors";
export const errorRate = "Error rate";
export const byDay = "By day";
export const date = "Date";
export const byEndpoint = "By endpoint";
export const endpoint = "Endpoint";
export const median = "Median latency";
export const p95 = "p95 latency";
export const byKey = "By key";
export const dashboardKey = "Signed-in users";
export const noRequests = "No requests in this period.";
export const errorsNote = "Errors are responses with status 400 or higher. Dates are in UTC.";
export const dayLabel = (date: string, requests: number, errors: number): string =>
  `${date}: ${numberText(requests)} requests, ${counted(errors, "error", "errors")}`;
export const plotLabel = (requests: number, errors: number, days: number): string =>
  `Requests by day: ${numberText(requests)} in ${days} days, ${counted(errors, "error", "errors")}. The table lists all values.`;
