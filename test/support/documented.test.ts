import { examples } from "../../services/gateway/openapi/examples.ts";
import { undocumented } from "./documented.ts";

/** The API tests check every response against docs/openapi.json. These tests check that check. */
const answer = (status: number, body: unknown, type = "application/json; charset=utf-8") => ({
  status,
  body,
  headers: new Headers({ "content-type": type }),
});
const form = examples.FormDetail;
const path = "/api/v2/form/a-form/";

test.each<[string, string, string, ReturnType<typeof answer>]>([
  ["a documented answer", "GET", path, answer(200, form)],
  ["the same without the slash at the end", "GET", "/api/v2/form/a-form?x=1", answer(200, form)],
  ["HEAD", "HEAD", path, answer(200, undefined)],
  ["a documented error", "GET", path, answer(404, { detail: "Form not found." })],
  [
    "a method that the path does not have",
    "PUT",
    path,
    answer(405, { detail: "Method not allowed. This endpoint supports GET." }),
  ],
  ["an unknown path", "GET", "/api/nothing/", answer(404, { detail: "Path not found." })],
])("accepts %s", (_what, method, target, reply) => {
  expect(undocumented(method, target, reply)).toBeNull();
});

test.each<[string, string, string, ReturnType<typeof answer>]>([
  ["a status without a row", "GET", path, answer(409, { detail: "Never here." })],
  ["a member that is missing", "GET", path, answer(200, { ...form, theme: undefined })],
  ["a member too many", "GET", path, answer(200, { ...form, secret: 1 })],
  ["a member of another type", "GET", path, answer(200, { ...form, total_sessions: "12" })],
  ["a time that is none", "GET", path, answer(200, { ...form, created: "yesterday" })],
  ["another content type", "GET", path, answer(200, "<html>", "text/html")],
  ["an error without detail", "GET", path, answer(404, { message: "no" })],
  ["a method that answers unseen", "PUT", path, answer(200, {})],
  ["a path that answers unseen", "GET", "/api/nothing/", answer(200, {})],
])("rejects %s", (_what, method, target, reply) => {
  expect(undocumented(method, target, reply)).toEqual(expect.any(String));
});
