import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from "n8n-workflow";
import { formField } from "./fields.ts";
import { forms, request } from "./request.ts";

/** Kept with the workflow: the integration that the server has for it, and its secret. */
interface Kept {
  integrationId?: string;
  secret?: string;
}

/** Older requests are repeats by strangers (standardwebhooks.com). */
const toleranceSeconds = 300;
const path = "/api/integrations/webhook/";

/** Starts a workflow with each event of a form. Makes a webhook while the workflow is active, and verifies its signatures. */
export class PathformTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: "Pathform Trigger",
    name: "pathformTrigger",
    icon: "file:pathform.svg",
    group: ["trigger"],
    version: 1,
    description: "Starts the workflow when a response arrives or changes",
    defaults: { name: "Pathform Trigger" },
    inputs: [],
    outputs: ["main"],
    credentials: [{ name: "pathformApi", required: true }],
    webhooks: [{ name: "default", httpMethod: "POST", responseMode: "onReceived", path: "pathform", rawBody: true }],
    properties: [
      formField,
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        options: [
          { name: "Response Abandoned", value: "session.abandoned" },
          { name: "Response Completed", value: "session.completed" },
          { name: "Response Corrected", value: "session.updated" },
          { name: "Response Started", value: "session.started" },
        ],
        default: ["session.completed"],
        required: true,
      },
    ],
  };
  methods = { loadOptions: { forms } };
  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { integrationId } = keptOf(this);
        if (!integrationId) return false;
        const attached = await request<{ results: { integration_id: string }[] }>(this, "GET", attachmentsOf(this));
        return attached.results.some((one) => one.integration_id === integrationId);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        await removeKept(this);
        const name = `n8n: ${this.getWorkflow().name ?? "workflow"}`.slice(0, 100);
        const body = { name, config: { url: this.getNodeWebhookUrl("default") } };
        const { id } = await request<{ id: string }>(this, "POST", path, { body });
        keptOf(this).integrationId = id;
        try {
          const { secret_key } = await request<{ secret_key: string }>(this, "PUT", `${path}${id}/secret/`);
          keptOf(this).secret = secret_key;
          const events = this.getNodeParameter("events") as string[];
          await request(this, "POST", attachmentsOf(this), { body: { integration_id: id, events } });
        } catch (error) {
          await removeKept(this);
          throw error;
        }
        return true;
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        await removeKept(this);
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const sent = this.getRequestObject();
    const { secret } = this.getWorkflowStaticData("node") as Kept;
    if (!secret || !isSigned(sent.rawBody, sent.headers, secret)) {
      this.getResponseObject().status(401).json({ detail: "The signature is missing or wrong." });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: this.getBodyData() }]] };
  }
}

const keptOf = (by: IHookFunctions): Kept => by.getWorkflowStaticData("node") as Kept;

/** Deletes the workflow's integration on the server, which may be gone already. */
async function removeKept(by: IHookFunctions): Promise<void> {
  const kept = keptOf(by);
  if (kept.integrationId) {
    await request(by, "DELETE", `${path}${kept.integrationId}/`).catch((error) => {
      if ((error as { httpCode?: string }).httpCode !== "404") throw error;
    });
  }
  kept.integrationId = undefined;
  kept.secret = undefined;
}

const attachmentsOf = (by: IHookFunctions): string =>
  `/api/v2/form/${encodeURIComponent(String(by.getNodeParameter("slug")))}/integrations/`;

/** Verifies a signature of Standard Webhooks: HMAC-SHA256 of the ID, the time and the body. */
function isSigned(body: Buffer, headers: Readonly<Record<string, unknown>>, secret: string): boolean {
  const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) =>
    String(headers[`webhook-${name}`] ?? ""),
  );
  if (Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  return String(signatures)
    .split(" ")
    .map((one) => Buffer.from(one.replace(/^v1,/, ""), "base64"))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}
