import type { SchemaOptions } from "../../shared/database/open.ts";
import { Draft, Form, Theme, Version } from "./entities.ts";
import { FormsSchema } from "./migrations/0001-forms.ts";

export const formsSchema: SchemaOptions = {
  schema: "forms",
  entities: [Theme, Form, Draft, Version],
  migrations: [{ name: "0001-forms", class: FormsSchema }],
};
