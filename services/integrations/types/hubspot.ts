import type { IntegrationConfig } from "../../../shared/domain/integrations/index.ts";
import { readableAnswers } from "./answers.ts";
import { type Api, bodyOf, type Exchange, openApi, textAt } from "./authorized.ts";
import { lacking, mapAnswers, replacing, sentEntries, withoutGraph, withProblem } from "./mapping.ts";
import { failure, permanent, unchanged } from "./outcome.ts";
import type { Delivery, ModuleOf, Outcome, Tools } from "./type.ts";

/** Creates or updates a contact, found by the answer of `email_node_id`. A correction updates the one that its response created. */
export const hubspot: ModuleOf<"hubspot"> = {
  changesMade: true,
  deliver,
  // https://developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/get-contacts
  async check(_test, tools) {
    return (await open(tools).send({ method: "GET", path: `${contacts}?limit=1` })).outcome;
  },
};

const contacts = "/crm/v3/objects/contacts";

/** https://developers.hubspot.com/docs/api-reference/error-handling (members may be missing) */
const open = (tools: Tools): Api => openApi("HubSpot", tools, (body) => textAt(body, "message"));

async function deliver(
  { config, event, omitted, made }: Delivery<IntegrationConfig<"hubspot">>,
  tools: Tools,
): Promise<Outcome> {
  const { form, session } = event.data;
  const emailNode = config.email_node_id;
  if (emailNode === undefined) {
    return failure(
      "`config.email_node_id` is required. Set it to the question that asks for the contact's email address.",
    );
  }
  const graph = await tools.graphOf(form.id, session.version_number);
  if (!graph) return withoutGraph();
  const map = sentEntries(config.property_map, omitted);
  const email = readableAnswers(graph, session).get(emailNode);
  const { values, problem } = mapAnswers("property_map", map, graph, session);
  if (made !== null) {
    const properties = replacing(map, values, "");
    return withProblem(await update(open(tools), made, email, properties), problem);
  }
  if (omitted?.has(emailNode)) return permanent(withoutPersonalEmail);
  if (email === undefined) {
    const without = "The respondent gave no email address, so no contact was created or updated.";
    return permanent(lacking([{ at: "email_node_id", id: emailNode }], graph, session) ?? without);
  }
  const upserted = await upsert(open(tools), String(email), values);
  const isCreated = upserted.kind === "answered" && upserted.answer.status === 201;
  const id = isCreated ? textAt(bodyOf(upserted), "id") : "";
  return withProblem({ ...upserted.outcome, ...(id && { made: id }) }, problem);
}

const withoutPersonalEmail =
  "This form's personal answers are left out here, and `config.email_node_id` is one of them. No contact was created or updated.";

/** Updates the contact that an earlier revision created. It keeps its address if another contact has the new one (409). */
async function update(
  api: Api,
  id: string,
  email: string | number | undefined,
  properties: Record<string, string | number>,
): Promise<Outcome> {
  const patch = (changed: object) =>
    api.send({ method: "PATCH", path: `${contacts}/${id}`, body: { properties: changed } });
  const statusOf = (exchange: Exchange) => (exchange.kind === "answered" ? exchange.answer.status : null);
  const updated = await patch({ ...properties, ...(email !== undefined && { email: String(email) }) });
  if (statusOf(updated) === 404)
    return unchanged(updated.outcome, "The contact was deleted in HubSpot, so none was changed.");
  if (statusOf(updated) !== 409) return updated.outcome;
  const { email: _, ...others } = properties;
  const { outcome } = await patch(others);
  return withProblem(outcome, "the contact keeps its address, because another contact has the new one.");
}

/**
 * Creates a contact, or updates the one with that address after a 409
 * (https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide). Idempotent.
 */
async function upsert(api: Api, email: string, values: Record<string, string | number>): Promise<Exchange> {
  const properties = { ...values, email };
  const created = await api.send({ method: "POST", path: contacts, body: { properties } });
  if (created.kind === "stopped" || created.answer.status !== 409) return created;
  // the address may be a secondary one of that contact, which must not replace the primary one
  const { email: _, ...others } = properties;
  return api.send({ method: "PATCH", path: existing(created, email), body: { properties: others } });
}

/** Returns the contact's id if the response names it, else its address. */
function existing(conflict: Exchange, email: string): string {
  const id = /Existing ID: (\d+)/.exec(textAt(bodyOf(conflict), "message"))?.[1];
  return id ? `${contacts}/${id}` : `${contacts}/${encodeURIComponent(email)}?idProperty=email`;
}
