import { eventShapes, SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { TSchema } from "../../../shared/domain/schema.ts";
import type { Components } from "./components.ts";
import type { Parameter } from "./parameters.ts";
import { eventsTag } from "./tags.ts";

/** Requests to webhooks: an event, signed by Standard Webhooks (decisions §7 Events and deliveries). */
const when: Record<string, string> = {
  "session.started": "A respondent started a session.",
  "session.completed": "A respondent completed a session.",
  "session.abandoned": "A session had no activity for a day (`ABANDON_AFTER_MINUTES`).",
  "session.updated": "Answers were corrected after the end. `session` is the newest revision, once a revision.",
};

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const signature = [
  header("webhook-id", "The event's ID, the same in every attempt. Drop IDs that you have seen."),
  header("webhook-timestamp", "Unix time of this attempt in seconds."),
  header(
    "webhook-signature",
    "`v1,<base64 HMAC-SHA256 of id.timestamp.body>`. After a rotation there are two, separated by a space.",
  ),
];

export function webhooks(components: Components): Record<string, object> {
  const shapes = Object.values(eventShapes);
  return Object.fromEntries(shapes.map((shape) => [shape.properties.type.const, operationOf(shape, components)]));
}

/** Returns the same as callbacks of creating a webhook. */
export function callbacks(components: Components): Record<string, object> {
  return { "An event": { "{$request.body#/config/url}": operationOf(SessionEvent, components) } };
}

function operationOf(shape: TSchema, components: Components): object {
  const { const: name } = (shape as { properties?: { type?: { const?: string } } }).properties?.type ?? {};
  return {
    post: {
      operationId: (name ?? "session.event").replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()),
      summary: when[name ?? ""] ?? "An event of a session.",
      description: "Any 2xx means delivered. 410 disables the integration. Everything else is retried on the schedule.",
      tags: [eventsTag.name],
      security: [],
      parameters: signature,
      requestBody: { required: true, content: { "application/json": { schema: components.show(shape) } } },
      responses: {
        "2XX": { description: "Delivered." },
        "4XX": { description: "Failed. 410 disables the integration." },
      },
    },
  };
}
