import type { IntegrationConfig } from "../../../shared/domain/integrations/index.ts";
import { type Api, bodyOf, openApi, textAt } from "./authorized.ts";
import { mapAnswers, replacing, sentEntries, withoutGraph, withProblem } from "./mapping.ts";
import { failure, permanent, success, unchanged, withoutExchange } from "./outcome.ts";
import type { Delivery, ModuleOf, Outcome, Tools } from "./type.ts";

/** Creates a record of type `object`. A correction updates it. */
export const salesforce: ModuleOf<"salesforce"> = {
  changesMade: true,
  deliver,
  // https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info_get.htm
  async check({ config }, tools) {
    return (await open(tools).send({ method: "GET", path: pathOf(config) })).outcome;
  },
};

/** Salesforce supports old versions for years. */
const version = "v62.0";

type Config = IntegrationConfig<"salesforce">;

const pathOf = (config: Config): string => `/services/data/${version}/sobjects/${config.object}/`;

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm (an array of problems) */
const open = (tools: Tools): Api =>
  openApi("Salesforce", tools, (body) => {
    const problem: unknown = Array.isArray(body) ? body[0] : undefined;
    const [message, code] = [textAt(problem, "message"), textAt(problem, "errorCode")];
    return message && code ? `${message} (${code})` : message || code;
  });

/**
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_create.htm. The API has no
 * idempotency key, so a repeat after a lost response creates a second record (docs/integrations.md).
 */
async function deliver({ config, event, omitted, made }: Delivery<Config>, tools: Tools): Promise<Outcome> {
  const { form, session } = event.data;
  if (Object.keys(config.field_map).length === 0) {
    return failure("`config.field_map` is required. Map record fields to questions.");
  }
  const graph = await tools.graphOf(form.id, session.version_number);
  if (!graph) return withoutGraph();
  const map = sentEntries(config.field_map, omitted);
  const { values, problem } = mapAnswers("field_map", map, graph, session);
  const api = open(tools);
  if (event.type === "session.updated")
    return withProblem(await update(api, made, replacing(map, values, null)), problem);
  if (Object.keys(values).length === 0) {
    const without = "The respondent answered none of the mapped questions. Nothing was sent.";
    return permanent(problem ?? without);
  }
  const created = await api.send({ method: "POST", path: pathOf(config), body: values });
  const id = textAt(bodyOf(created), "id");
  return withProblem({ ...created.outcome, ...(id && { made: `${pathOf(config)}${id}` }) }, problem);
}

/**
 * https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_update_fields.htm. `made`: the record's path, null if
 * this response made none.
 */
async function update(api: Api, made: string | null, body: object): Promise<Outcome> {
  if (made === null) return unchanged(withoutExchange(success), "This response made no record, so none was changed.");
  const updated = await api.send({ method: "PATCH", path: made, body });
  const isDeleted = updated.kind === "answered" && updated.answer.status === 404;
  return isDeleted
    ? unchanged(updated.outcome, "The record was deleted in Salesforce, so none was changed.")
    : updated.outcome;
}
