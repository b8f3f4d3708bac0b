import { formbricks } from "./formbricks.ts";
import { googleForms } from "./googleForms.ts";
import { kobo } from "./kobo.ts";
import { limeSurvey } from "./limeSurvey.ts";
import { microsoftForms } from "./microsoftForms.ts";
import { odk } from "./odk.ts";
import { pathform } from "./pathform.ts";
import { qualtrics } from "./qualtrics.ts";
import { redcap } from "./redcap.ts";
import type { Sheet, SheetFormat } from "./sheet.ts";
import { surveyMonkey } from "./surveyMonkey.ts";
import { tally } from "./tally.ts";
import { typeform } from "./typeform.ts";

/** A file of headers and rows that no tool wrote. */
const table: SheetFormat = {
  source: "table",
  zone: null,
  isOf: () => true,
  own: ({ headers }) => headers.map(() => null),
};

/** Those with the surest signs first. */
const formats: readonly SheetFormat[] = [
  ...[
    pathform,
    typeform,
    kobo,
    odk,
    limeSurvey,
    tally,
    formbricks,
    qualtrics,
    microsoftForms,
    googleForms,
    surveyMonkey,
    redcap,
  ],
  table,
];

/** Returns the form that a file with headers has. */
export const formatOf = (sheet: Sheet): SheetFormat => formats.find(({ isOf }) => isOf(sheet)) ?? table;
