import type { IncomingMessage } from "node:http";
import { expect, test } from "@jest/globals";
import { openFinder } from "../../../services/gateway/request/find.ts";
import { openHotRoutes } from "../../../services/gateway/request/hotRoutes.ts";
import { routes } from "../../../services/gateway/routes/routes.ts";

/** Requests that skip moleculer-web (docs/adr/0010-hot-path.md): simple ones to marked rows. */
const [findRoute, findHot] = [openFinder(routes), openHotRoutes(routes)];
const find = (req: IncomingMessage) => findHot(req, findRoute(req));
const request = (method: string, url: string, headers: object = {}) => ({ method, url, headers }) as IncomingMessage;
const id = "7B0A1D34-0f3a-4b2e-9d8f-0a1b2c3d4e5f";

test.each([
  ["/api/v2/r/lunch-2/start/", "sessions.start", { slug: "lunch-2" }],
  ["/api/v2/r/lunch-2/start", "sessions.start", { slug: "lunch-2" }],
  [`/api/v2/r/session/${id}/next/`, "sessions.next", { session_id: id }],
  [`/api/v2/r/session/${id}/complete/`, "sessions.complete", { session_id: id }],
])("finds %s", (url, action, params) => {
  const found = find(request("POST", url, { "content-length": "40" }));
  expect(found).toMatchObject({ row: { action }, params });
});

test.each([
  request("GET", "/api/v2/r/lunch/start/"),
  request("OPTIONS", "/api/v2/r/lunch/start/"),
  request("POST", "/api/v2/r/lunch/start/?a=1"),
  request("POST", "/api/v2/r/l%75nch/start/"),
  request("POST", "/api/v2/r//start/"),
  request("POST", "/api/v2/r/../start/"),
  request("POST", "/api/v2/r/lunch/start//"),
  request("POST", "/API/v2/r/lunch/start/"),
  request("POST", "/api/v2/form/lunch/publish/"),
  request("POST", "/api/v2/r/lunch/start/", { "content-length": "5000" }),
  request("POST", "/api/v2/r/lunch/start/", { "transfer-encoding": "chunked" }),
])("leaves $method $url to moleculer-web ($headers)", (given) => {
  expect(find(given)).toBeNull();
});
