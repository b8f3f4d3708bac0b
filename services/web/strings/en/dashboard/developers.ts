/** API keys and the usage of the API. */

import { numberText } from "./numbers.ts";

export const keysTitle = "API keys";
export const keysText =
  "A program that sends one as its Bearer token may do whatever you may with forms, answers and integrations.";
export const newKey = "New key";
export const keyName = "Name";
export const keyNameHint = "What uses it: a program, a person, a server.";
export const expiresAfter = "Expires";
export const expiries = { never: "Never", "30": "After 30 days", "90": "After 90 days", "365": "After a year" };
export const createKey = "Create key";
export const keyCreatedTitle = "Your new key";
export const keyOnce = "Store it now: it is shown only here, and nobody can find it again.";
export const key = "Key";
export const copyKey = "Copy key";
export const noKeysTitle = "No API keys yet";
export const noKeysText = "With a key your programs use the API.";
export const documentation = "The API's documentation";

export const columns = {
  name: "Name",
  prefix: "Begins with",
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
export const revokeText = "Programs that use it are refused at once. This cannot be taken back.";
export const revoked = (name: string): string => `“${name}” is revoked.`;

export const usageTitle = "API usage";
export const period = "Period";
export const periods = { "7": "Last 7 days", "30": "Last 30 days", "90": "Last 90 days" };
export const keyFilter = "Key";
export const allKeys = "All";
export const otherKey = (id: string): string => `Key ${id.slice(0, 8)}…`;
export const noSuchKeyTitle = "There is no such key";
export const noSuchKeyText = "The address names an API key that this account does not have.";
export const usageOfAllKeys = "Show the usage of all keys";
export const requests = "Requests";
export const errors = "Errors";
export const errorRate = "Errors in 100 requests";
export const byDay = "By day";
export const date = "Day";
export const byEndpoint = "By endpoint";
export const endpoint = "Endpoint";
export const median = "Median";
export const p95 = "95 % within";
export const byKey = "By key";
export const dashboardKey = "Signed-in users";
export const noRequests = "No requests in this period.";
export const errorsNote = "Errors are answers with a status of 400 or more. Days are those of UTC.";
export const dayLabel = (date: string, requests: number, errors: number): string =>
  `${date}: ${numberText(requests)} requests, ${numberText(errors)} errors`;
export const plotLabel = (requests: number, errors: number, days: number): string =>
  `Requests by day: ${numberText(requests)} in ${days} days, ${numberText(errors)} of them errors. The table has the figures.`;
