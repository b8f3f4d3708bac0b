import * as annotations from "../../../shared/api/shapes/annotations.ts";
import * as audit from "../../../shared/api/shapes/audit.ts";
import * as auth from "../../../shared/api/shapes/auth.ts";
import * as corrections from "../../../shared/api/shapes/corrections.ts";
import * as elsewhere from "../../../shared/api/shapes/elsewhere.ts";
import * as events from "../../../shared/api/shapes/events.ts";
import * as files from "../../../shared/api/shapes/files.ts";
import * as forms from "../../../shared/api/shapes/forms.ts";
import * as images from "../../../shared/api/shapes/images.ts";
import * as imports from "../../../shared/api/shapes/imports.ts";
import * as insights from "../../../shared/api/shapes/insights.ts";
import * as integrations from "../../../shared/api/shapes/integrations.ts";
import * as linkMails from "../../../shared/api/shapes/linkMails.ts";
import * as links from "../../../shared/api/shapes/links.ts";
import * as mails from "../../../shared/api/shapes/mails.ts";
import * as members from "../../../shared/api/shapes/members.ts";
import * as presence from "../../../shared/api/shapes/presence.ts";
import * as responseImports from "../../../shared/api/shapes/responseImports.ts";
import * as results from "../../../shared/api/shapes/results.ts";
import * as retention from "../../../shared/api/shapes/retention.ts";
import * as savedViews from "../../../shared/api/shapes/savedViews.ts";
import * as security from "../../../shared/api/shapes/security.ts";
import * as sessions from "../../../shared/api/shapes/sessions.ts";
import * as sso from "../../../shared/api/shapes/sso.ts";
import * as templates from "../../../shared/api/shapes/templates.ts";
import * as translations from "../../../shared/api/shapes/translations.ts";
import * as usage from "../../../shared/api/shapes/usage.ts";
import * as workspaces from "../../../shared/api/shapes/workspaces.ts";
import * as condition from "../../../shared/domain/conditions/condition.ts";
import * as calculation from "../../../shared/domain/graph/shapes/calculation.ts";
import * as diff from "../../../shared/domain/graph/shapes/diff.ts";
import * as graph from "../../../shared/domain/graph/shapes/graph.ts";
import * as problem from "../../../shared/domain/graph/shapes/problem.ts";
import * as simulation from "../../../shared/domain/graph/shapes/simulation.ts";
import { configShapes } from "../../../shared/domain/questions/config/index.ts";
import * as reason from "../../../shared/domain/reason.ts";
import * as themes from "../../../shared/domain/theme/themes.ts";
import { described } from "./describe.ts";
import { examples } from "./examples.ts";
import { type JsonSchema, published } from "./jsonSchema.ts";
import { textsOf } from "./texts.ts";

const shapes: Record<string, unknown> = {
  ...auth,
  ...themes,
  ...translations,
  ...elsewhere,
  ...calculation,
  ...condition,
  ...problem,
  ...reason,
  ...graph,
  ...configShapes,
  ...graph.configsByName,
  ...graph.nodesByName,
  ...forms,
  ...templates,
  ...simulation,
  ...diff,
  ...links,
  ...sessions,
  ...annotations,
  ...corrections,
  ...retention,
  ...files,
  ...images,
  ...imports,
  ...integrations,
  ...integrations.integrationRecords,
  ...integrations.integrationConfigs,
  ...linkMails,
  ...responseImports,
  ...mails,
  ...usage,
  ...results,
  ...presence,
  ...savedViews,
  ...security,
  ...sso,
  ...insights,
  ...events,
  ...workspaces,
  ...members,
  ...audit,
};

/**
 * Builds the document's named schemas from the exports of shared/api/shapes. A shape that isn't found itself is found by
 * its content, because TypeBox copies a schema that it makes optional.
 */
export function components() {
  const named = Object.entries(shapes).filter(([, shape]) => isNameworthy(shape));
  const names = new Map<unknown, string>(
    named.flatMap(([name, shape]) => [[JSON.stringify(shape), name] as const, [shape, name] as const]),
  );
  const schemas: Record<string, JsonSchema> = {};

  function refer(schema: JsonSchema): JsonSchema | null {
    const name = names.get(schema) ?? names.get(JSON.stringify(schema));
    if (!name) return null;
    if (!schemas[name]) {
      // register it before its parts, so that a schema can contain itself
      schemas[name] = {};
      const example = (examples as Record<string, unknown>)[name];
      schemas[name] = {
        title: name,
        ...described(published(schema, refer), textsOf.get(shapes[name]) ?? {}),
        ...(example !== undefined && { examples: [example] }),
      };
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  return {
    schemas,
    /** Returns a reference to a named schema, else the schema itself. */
    show: (schema: object): JsonSchema => refer(schema as JsonSchema) ?? published(schema as JsonSchema, refer),
    /** Adds a schema that only the document has. */
    add(name: string, schema: JsonSchema): JsonSchema {
      schemas[name] ??= { title: name, ...schema };
      return { $ref: `#/components/schemas/${name}` };
    },
  };
}

export type Components = ReturnType<typeof components>;

/** Names objects, enums, tagged unions and recursive shapes. A plain string would match everywhere. */
function isNameworthy(shape: unknown): boolean {
  if (typeof shape !== "object" || shape === null) return false;
  return "properties" in shape || "enum" in shape || "discriminator" in shape || "$defs" in shape;
}
