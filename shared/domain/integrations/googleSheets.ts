import { text } from "./field.ts";
import { describe } from "./integrationType.ts";

const spreadsheets = "https://www.googleapis.com/auth/spreadsheets";

export const googleSheets = describe({
  title: "Google Sheets",
  auth: "oauth",
  config: {
    spreadsheet_id: text(
      { pattern: "^[A-Za-z0-9_-]{1,200}$", patternMessage: "must be a spreadsheet ID, as in its URL" },
      {
        title: "Spreadsheet ID",
        description: "The part of the spreadsheet's URL between /d/ and /edit.",
        "x-required": true,
      },
    ),
    sheet_name: text(
      { minLength: 1, maxLength: 100 },
      {
        title: "Sheet",
        description: "The sheet that rows are added to. It is created if missing.",
        default: "Responses",
      },
    ),
  },
  // Google returns a refresh token only for offline access, and again only if the user authorizes again
  // (https://developers.google.com/identity/protocols/oauth2/web-server)
  oauth: {
    scopes: [spreadsheets],
    neededScope: spreadsheets,
    authorizeParams: { access_type: "offline", prompt: "consent" },
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    apiUrl: "https://sheets.googleapis.com",
  },
});
