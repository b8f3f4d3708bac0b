/**
 * The nodes in n8n's own runner (n8n-core), against the product: a workflow lists, corrects and invites, and the trigger makes its
 * webhook, starts by a signed delivery alone, and removes what it made. Run in a project that has n8n-core and the package installed.
 */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import * as core from "n8n-core";
import { createRunExecutionData, type INode, type INodeExecutionData, type IWebhookData, Workflow } from "n8n-workflow";

const server = String(process.env.PATHFORM_URL);
const loader = new core.PackageDirectoryLoader(dirname(require.resolve("n8n-nodes-pathform/package.json")));

async function main(): Promise<void> {
  await loader.loadAll();
  const apiKey = String(process.env.PATHFORM_KEY);
  const ask = client(apiKey);
  const slug = await publishedForm(ask);
  const session = await respond(slug);

  const run = async (parameters: object) => {
    const [[first] = []] = await executed({ operation: "response.getAll", slug, ...parameters }, apiKey);
    return first?.json as Record<string, never>;
  };
  assert.equal((await run({ operation: "form.getAll", limit: 5 })).slug, slug);
  assert.equal((await run({ limit: 5, status: "completed" })).id, session);
  const correction = { operation: "response.correct", sessionId: session, answers: '{"dish":"Stew"}', reason: "Typo" };
  assert.equal((await run(correction)).revision, 2);
  const link = { operation: "link.create", reference: "ada@example.com", hidden: "{}" };
  assert.match(String((await run(link)).url), /^http/);
  // a refusal has the server's reasons
  const refused = await executed({ ...correction, slug, answers: '{"nothing":1}' }, apiKey).catch(
    (error: Error) => error,
  );
  assert.match(String((refused as Error & { description?: string }).description), /answers\.nothing: no such question/);
  await triggered(slug, apiKey, ask);
}

const credentialsOf = (apiKey: string) => ({ url: server, apiKey });

/** Credentials and addresses, which n8n gives to nodes. */
const dataFor = (apiKey: string, webhookBaseUrl = "") =>
  ({
    credentialsHelper: {
      getDecrypted: async () => credentialsOf(apiKey),
      isCredentialUsableByNode: () => true,
      getParentTypes: () => [],
      preAuthentication: async () => undefined,
      runPreAuthentication: async () => undefined,
      authenticate: async (_: unknown, __: string, options: { headers?: object }) => ({
        ...options,
        headers: { ...options.headers, Authorization: `Bearer ${apiKey}` },
      }),
    },
    webhookBaseUrl,
    webhookWaitingBaseUrl: "http://localhost/waiting",
    formWaitingBaseUrl: "http://localhost/waiting",
  }) as never;

const nodeOf = (type: string, parameters: object): INode =>
  ({
    id: "1",
    name: "Pathform",
    type: `n8n-nodes-pathform.${type}`,
    typeVersion: 1,
    position: [0, 0],
    parameters,
    credentials: { pathformApi: { id: "1", name: "Pathform" } },
    webhookId: "1",
  }) as INode;

const nodeTypes = {
  getByName: (name: string) => loader.getNode(name.split(".").at(-1) ?? "").type,
  getByNameAndVersion: (name: string) => loader.getNode(name.split(".").at(-1) ?? "").type,
  getKnownTypes: () => ({}),
};
const workflowOf = (node: INode) =>
  new Workflow({ id: "1", name: "Lunch", nodes: [node], connections: {}, active: true, nodeTypes: nodeTypes as never });

async function executed(parameters: object, apiKey: string): Promise<INodeExecutionData[][]> {
  const node = nodeOf("pathform", parameters);
  const workflow = workflowOf(node);
  const input = { main: [[{ json: {} }]] };
  const context = new core.ExecuteContext(
    workflow,
    workflow.getNode(node.name) as INode,
    dataFor(apiKey),
    "manual",
    createRunExecutionData({}),
    0,
    input.main[0] as INodeExecutionData[],
    input,
    { node, data: input, source: null } as never,
    [],
  );
  const type = nodeTypes.getByName(node.type) as { execute(this: unknown): Promise<INodeExecutionData[][]> };
  return type.execute.call(context);
}

interface TriggerType {
  description: { webhooks: object[] };
  webhookMethods: { default: Record<"checkExists" | "create" | "delete", (this: unknown) => Promise<boolean>> };
  webhook(this: unknown): Promise<{ workflowData?: INodeExecutionData[][] }>;
}

async function triggered(slug: string, apiKey: string, ask: Ask): Promise<void> {
  const started: { type: string }[] = [];
  const handled = Promise.withResolvers<void>();
  const receiver = createServer((request, response) => void receive(request, response)).listen(0, "127.0.0.1");
  await new Promise((resolve) => receiver.once("listening", resolve));
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;
  const node = nodeOf("pathformTrigger", { slug, events: ["session.completed"] });
  const workflow = workflowOf(node);
  const own = workflow.getNode(node.name) as INode;
  const type = nodeTypes.getByName(node.type) as unknown as TriggerType;
  const webhook = { webhookDescription: type.description.webhooks[0], httpMethod: "POST" } as unknown as IWebhookData;
  const hook = () => new core.HookContext(workflow, own, dataFor(apiKey, base), "trigger", "activate", webhook);
  const { checkExists, create, delete: remove } = type.webhookMethods.default;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rawBody = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const httpRequest = Object.assign(request, { rawBody, body: JSON.parse(rawBody.toString()) });
    let status = 200;
    const httpResponse = {
      status(code: number) {
        status = code;
        return { json: () => undefined };
      },
    };
    const data = { ...(dataFor(apiKey, base) as object), httpRequest, httpResponse } as never;
    const context = new core.WebhookContext(workflow, own, data, "webhook", webhook, [], null);
    const { workflowData } = await type.webhook.call(context);
    for (const [item] of workflowData ?? []) started.push(item?.json as { type: string });
    response.writeHead(status).end();
    if (workflowData) handled.resolve();
  }

  assert.equal(await checkExists.call(hook()), false);
  assert.equal(await create.call(hook()), true);
  assert.equal(await checkExists.call(hook()), true);
  await respond(slug);
  await handled.promise;
  assert.deepEqual(
    started.map((event) => event.type),
    ["session.completed"],
  );
  const forged = await fetch(`${base}/1/pathform`, {
    method: "POST",
    headers: {
      "webhook-id": "1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
      "webhook-signature": "v1,AAAA",
    },
    body: '{"type":"session.completed"}',
  });
  assert.deepEqual([forged.status, started.length], [401, 1]);
  // without its attachment, the integration is replaced
  const { results } = (await ask("GET", `/api/v2/form/${slug}/integrations/`)) as { results: { id: string }[] };
  await ask("DELETE", `/api/v2/form/${slug}/integrations/${results[0]?.id}/`);
  assert.equal(await checkExists.call(hook()), false);
  assert.equal(await create.call(hook()), true);
  const integrations = async () =>
    (await ask("GET", "/api/integrations/")) as { results: { id: string }[]; count: number };
  assert.equal((await integrations()).count, 1);
  // without its integration, the trigger still ends
  await ask("DELETE", `/api/integrations/webhook/${(await integrations()).results[0]?.id}/`);
  assert.equal(await remove.call(hook()), true);
  assert.equal(await checkExists.call(hook()), false);
  assert.equal(((await ask("GET", "/api/integrations/")) as { count: number }).count, 0);
  receiver.close();
}

type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

const client =
  (apiKey: string | null): Ask =>
  async (method, path, body) => {
    const response = await fetch(server + path, {
      method,
      headers: { "Content-Type": "application/json", ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };

async function publishedForm(ask: Ask): Promise<string> {
  const { slug } = (await ask("POST", "/api/v2/form/", { title: "Lunch" })) as { slug: string };
  const graph = {
    schema_version: "2.0",
    entry_node_id: "dish",
    fallback_end_node_id: "bye",
    nodes: [
      { id: "dish", question_type: "short_text", data: { title: "Which dish?" } },
      { id: "bye", question_type: "end_screen", data: { title: "Bye" } },
    ],
    edges: [{ from: "dish", to: "bye", condition: null }],
  };
  await ask("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  await ask("POST", `/api/v2/form/${slug}/publish/`);
  return slug;
}

async function respond(slug: string): Promise<string> {
  const ask = client(null);
  const { id } = (await ask("POST", `/api/v2/r/${slug}/start/`)) as { id: string };
  await ask("POST", `/api/v2/r/session/${id}/next/`, { node_id: "dish", value: "Soup" });
  await ask("POST", `/api/v2/r/session/${id}/complete/`);
  return id;
}

void main().catch((error) => {
  console.error(error);
  process.exit(1);
});
