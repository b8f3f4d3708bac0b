import { fail } from "k6";
import http from "k6/http";
import * as target from "./target.ts";

/** A published form and its owner's headers. */
export interface Published {
  slug: string;
  headers: Record<string, string>;
}

const json = { "content-type": "application/json" };
const scales = ["service", "food", "price", "place"];

/**
 * Creates a graph of four scored scales, a question for unhappy respondents, and two ends by score, which covers the kinds of
 * steps.
 */
function graph() {
  const asked = scales.map((id) => ({
    id,
    question_type: "opinion_scale",
    data: { title: `How was the ${id}?`, is_required: true, config: { scoring: { mode: "value" } } },
  }));
  const why = { id: "why", question_type: "long_text", data: { title: "What went wrong?" } };
  const end = (id: string, title: string) => ({
    id,
    question_type: "end_screen",
    data: { title, config: { show_score: true } },
  });
  return {
    schema_version: "2.0",
    entry_node_id: "service",
    nodes: [...asked, why, end("fond", "Thank you!"), end("other", "We will do better.")],
    edges: [
      { from: "service", to: "why", condition: { op: "lte", right: 4 } },
      { from: "service", to: "food", condition: null },
      { from: "why", to: "food", condition: null },
      { from: "food", to: "price", condition: null },
      { from: "price", to: "place", condition: null },
      { from: "place", to: "fond", condition: { left: { type: "score" }, op: "gte", right: 20 } },
      { from: "place", to: "other", condition: null },
    ],
  };
}

/** Creates and publishes the form in `setup()`. Fails the run on any error. */
export function publishForm(): Published {
  const headers = { ...json, authorization: `Bearer ${target.key ?? newKey()}` };
  const slug = `load-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
  send("POST", "/api/v2/form/", headers, { title: "Load", slug });
  send("PUT", `/api/v2/form/${slug}/draft/`, headers, { graph: graph() });
  send("POST", `/api/v2/form/${slug}/publish/`, headers);
  return { slug, headers };
}

/** Deletes the form and its sessions in `teardown()`. */
export function deleteForm({ slug, headers }: Published): void {
  send("DELETE", `/api/v2/form/${slug}/`, headers);
}

function newKey(): string {
  const email = `load-${Math.random().toString(36).slice(2)}@example.com`;
  const owner = { email, password: Math.random().toString(36).repeat(2), name: "Load" };
  const registered = send("POST", "/api/auth/register/", json, owner);
  const [cookie] = Object.entries(registered.cookies).map(([name, [first]]) => `${name}=${first?.value}`);
  const made = send("POST", "/api/account/api-keys/", { ...json, cookie: cookie ?? "" }, { name: "Load" });
  return made.json("key") as string;
}

function send(method: string, path: string, headers: Record<string, string>, body: object = {}) {
  const response = http.request(method, target.url + path, JSON.stringify(body), {
    headers,
    tags: { name: path.replace(/load-\w+/, "{slug}"), part: "owner" },
  });
  if (response.status >= 300) fail(`${method} ${path}: ${response.status} ${response.body}`);
  return response;
}
