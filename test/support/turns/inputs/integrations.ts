import { list, type World } from "../common.ts";
import { largeMail, makeIntegration } from "../world.ts";
import { type Inputs, nothing, ofForm, type Prepare, page, searched } from "./input.ts";

/** Integrations, deliveries, attachments, email notifications and notices. */
const config = {
  url: "http://127.0.0.1:9/",
  headers: Object.fromEntries(list(10, (at) => [`x-${at}`, "v".repeat(500)])),
};
const ofIntegration =
  (more: object = {}): Prepare =>
  ({ integration }) => ({ path: { type: "webhook", id: integration }, ...more });
const ofNew =
  (more: object = {}): Prepare =>
  async ({ ask }) => ({ path: { type: "webhook", id: await makeIntegration(ask, "New") }, ...more });
const ofMail =
  (more: object = {}): Prepare =>
  ({ small, mail }) => ({ path: { slug: small.slug, id: mail }, ...more });
const comparison = { left: { type: "answer", node_id: "t0" }, op: "eq", right: "r".repeat(200) };
const condition = { all: list(50, () => comparison) };
const ofAttachment =
  (more: object = {}): Prepare =>
  ({ small, attachment }) => ({ path: { slug: small.slug, id: attachment }, ...more });
const events = ["session.started", "session.completed", "session.abandoned"];

async function newAttachment({ ask, answered }: World): Promise<{ slug: string; id: string }> {
  const body = { integration_id: await makeIntegration(ask, "Attached"), events };
  return { slug: answered.slug, id: (await ask("POST", `/api/v2/form/${answered.slug}/integrations/`, body)).id };
}
async function newMail({ ask, answered }: World): Promise<{ slug: string; id: string }> {
  const { id } = await ask("POST", `/api/v2/form/${answered.slug}/mails/`, largeMail(0));
  return { slug: answered.slug, id };
}

export const integrationInputs: Inputs = {
  listIntegrations: () => ({ query: `${page}&search=hook` }),
  listIntegrationTypes: nothing,
  listIntegrationsOfType: () => ({ path: { type: "webhook" }, query: page }),
  createIntegration: () => ({ path: { type: "webhook" }, body: { name: "n".repeat(100), config } }),
  connectIntegration: () => ({ path: { type: "hubspot" }, query: `?name=n&return_to=/${"r".repeat(1_000)}` }),
  finishConnection: () => ({ path: { type: "hubspot" }, query: `?state=${"s".repeat(43)}&code=c`, status: 400 }),
  updateIntegration: ofNew({ body: { name: "n".repeat(100), config } }),
  deleteIntegration: ofNew(),
  listIntegrationForms: ofIntegration({ query: page }),
  getIntegrationHealth: ofIntegration(),
  testIntegration: ofNew(),
  rotateWebhookSecret: ofNew(),
  listDeliveries: [
    ofIntegration({ query: page }),
    ofIntegration({ query: searched }),
    ofIntegration({ query: `${page}&offset=19000&ordering=response_code` }),
  ],
  replayDeliveries: ofIntegration({ body: {} }),
  getDelivery: ofIntegration(),
  retryDelivery: ofIntegration(),
  listAttachments: ofForm("small", { query: page }),
  attachIntegration: async ({ ask, answered }) => ({
    path: { slug: answered.slug },
    body: { integration_id: await makeIntegration(ask, "Another"), events, condition },
  }),
  updateAttachment: ofAttachment({ body: { events, condition } }),
  detachIntegration: async (world) => ({ path: { ...(await newAttachment(world)) } }),
  listMails: ofForm("small", { query: page }),
  createMail: ofForm("answered", { body: { ...largeMail(0), condition } }),
  getMail: ofMail(),
  updateMail: ofMail({ body: { ...largeMail(0), condition } }),
  deleteMail: async (world) => ({ path: { ...(await newMail(world)) } }),
  testMail: ofMail(),
  listMailDeliveries: ofMail({ query: page }),
  listNotices: () => ({ query: page }),
  readNotices: nothing,
  updateNotice: async ({ query, workspace }) => {
    const [row] = await query("select id from integrations.notices where account_id = $1 limit 1", [workspace]);
    return { path: { id: row?.id as string }, body: { is_read: true } };
  },
  listAccountDeliveries: () => ({ query: page }),
};
for (const name of ["getDelivery", "retryDelivery"]) {
  integrationInputs[name] = ({ integration, delivery }) => ({
    path: { type: "webhook", id: integration, delivery_id: delivery },
  });
}
