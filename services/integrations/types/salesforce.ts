import type { IntegrationConfig } from "../../../shared/domain/integrations/index.ts";
import { type Api, openApi, textAt } from "./authorized.ts";
import { mapAnswers, withoutGraph, withProblem } from "./mapping.ts";
import { failure, permanent } from "./outcome.ts";
import type { Delivery, ModuleOf, Outcome, Tools } from "./type.ts";

/** Creates a record of type `object`. */
export const salesforce: ModuleOf<"salesforce"> = {
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
async function deliver({ config, event }: Delivery<Config>, tools: Tools): Promise<Outcome> {
  const { form, session } = event.data;
  if (Object.keys(config.field_map).length === 0) {
    return failure("`config.field_map` is required. Map record fields to questions.");
  }
  const graph = await tools.graphOf(form.id, session.version_number);
  if (!graph) return withoutGraph();
  const { values, problem } = mapAnswers("field_map", config.field_map, graph, session);
  if (Object.keys(values).length === 0) {
    const without = "The respondent answered none of the mapped questions. Nothing was sent.";
    return permanent(problem ?? without);
  }
  const { outcome } = await open(tools).send({ method: "POST", path: pathOf(config), body: values });
  return withProblem(outcome, problem);
}
