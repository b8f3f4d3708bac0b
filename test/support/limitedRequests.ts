import type { GatewayAlone } from "./gatewayAlone.ts";

/** Requests to a gateway with rate limits, from new client addresses. */
const numbers = Array.from({ length: 250 }, (_, index) => index + 1).values();
export const newAddress = () => `203.0.113.${numbers.next().value}`;
export const newKey = () => `key-${numbers.next().value}`;

export interface Options {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}
export const send = (gateway: GatewayAlone, path: string, { method = "GET", body, headers = {} }: Options = {}) =>
  fetch(gateway.url + path, { method, body: body ?? null, headers });
export const forwarded = (address: string) => ({ "x-forwarded-for": address });
export const from = (address: string): Options => ({ headers: forwarded(address) });
export const withKey = (key: string): Options => ({ headers: { authorization: `Bearer ${key}` } });
export const json = { "content-type": "application/json" };

export const post = (gateway: GatewayAlone, path: string, body: object, headers: Record<string, string>) =>
  send(gateway, path, { method: "POST", body: JSON.stringify(body), headers: { ...json, ...headers } });
/** Tries a password of this user. */
export const guess = (gateway: GatewayAlone, user: number, address: string) =>
  post(gateway, "/api/auth/login/", { email: `user${user}@example.com`, password: "a guess" }, forwarded(address));

export async function statuses(times: number, request: (index: number) => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < times; index += 1) found.push((await request(index)).status);
  return found;
}
export const times = (count: number, status: number) => Array<number>(count).fill(status);
