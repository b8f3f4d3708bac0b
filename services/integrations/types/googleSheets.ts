import { Type } from "../../../shared/schema.ts";
import { failure } from "./outcome.ts";
import type { IntegrationModule } from "./type.ts";

/** Appends a row to a sheet of a spreadsheet. */
export const googleSheets: IntegrationModule = {
  config: {
    spreadsheet_id: {
      shape: Type.String({ pattern: "^[A-Za-z0-9_-]{1,200}$", patternMessage: "must be a spreadsheet's id" }),
    },
    sheet_name: { shape: Type.String({ minLength: 1, maxLength: 100 }), fallback: "Responses" },
  },
  isOAuth: true,
  deliver: async () => failure("Not delivered yet."),
  check: async () => failure("Not checked yet."),
};
