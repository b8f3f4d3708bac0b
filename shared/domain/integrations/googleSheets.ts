import { text } from "./field.ts";
import { describe } from "./integrationType.ts";

const spreadsheets = "https://www.googleapis.com/auth/spreadsheets";

export const googleSheets = describe({
  title: "Google Sheets",
  auth: "oauth",
  config: {
    spreadsheet_id: text(
      { pattern: "^[A-Za-z0-9_-]{1,200}$", patternMessage: "must be a spreadsheet's id, as it stands in its address" },
      {
        title: "Spreadsheet",
        description: "The id of the spreadsheet: the part of its address between /d/ and /edit.",
        "x-required": true,
      },
    ),
    sheet_name: text(
      { minLength: 1, maxLength: 100 },
      {
        title: "Sheet",
        description: "The name of the sheet that rows are added to; it is made where there is none.",
        default: "Responses",
      },
    ),
  },
  // https://developers.google.com/identity/protocols/oauth2/web-server: a refresh token comes with offline access, and
  // again only when the user is asked again
  oauth: {
    scopes: [spreadsheets],
    neededScope: spreadsheets,
    authorizeParams: { access_type: "offline", prompt: "consent" },
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    apiUrl: "https://sheets.googleapis.com",
  },
});
