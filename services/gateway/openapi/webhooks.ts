import { SessionEvent } from "../../../shared/shapes/events.ts";
import { EventName } from "../../../shared/shapes/integrations.ts";
import type { Components } from "./components.ts";
import type { Parameter } from "./parameters.ts";

/** What a webhook is sent: an event's POST, signed by Standard Webhooks (decisions §7 Events and deliveries). */
const when: Record<string, string> = {
  "session.started": "A respondent has started a session.",
  "session.completed": "A respondent has completed a session.",
  "session.abandoned": "A session has stood still for so long that it counts as abandoned.",
};

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const signature = [
  header("webhook-id", "The event's id, the same in every attempt: drop what you have seen."),
  header("webhook-timestamp", "Unix seconds of this attempt."),
  header(
    "webhook-signature",
    "`v1,<base64 HMAC-SHA256 of id.timestamp.body>`; two, space-separated, after a new secret.",
  ),
];

export function webhooks(components: Components): Record<string, object> {
  const names = (EventName as unknown as { enum: string[] }).enum;
  const schema = components.show(SessionEvent);
  const content = { "application/json": { schema } };
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        post: {
          operationId: name.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase()),
          summary: when[name] ?? name,
          description: "Any 2xx is success; everything else is tried again by the schedule.",
          tags: ["Integrations"],
          security: [],
          parameters: signature,
          requestBody: { required: true, content },
          responses: {
            "2XX": { description: "Taken." },
            "4XX": { description: "Refused; 410 disables the integration." },
          },
        },
      },
    ]),
  );
}
