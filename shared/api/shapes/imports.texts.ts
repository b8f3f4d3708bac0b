import { texts } from "../../domain/texts.ts";
import { ImportCause, ImportIssue, ImportResult } from "./imports.ts";

/** Texts of the API about the properties of imports.ts. */
export const importsTexts = [
  texts(ImportIssue, {
    severity: "`lost`: it has no counterpart. `changed`: it became something similar, or lost a part.",
    code: "Stable name of the reason, such as `backward_jump`.",
    source: "Place in the document, such as `survey row 14` or `fields[3]`.",
    node_id: "ID of the resulting node.",
    path: "JSON Pointer (RFC 6901) to the node in `graph`. Null without a node.",
    reason: "Typed values behind the message, if publishing would have found the problem.",
    message: "Message for the owner. It can change; read `code` and `reason` instead.",
  }),
  texts(ImportCause, {
    code: "Code of its issues.",
    message: "The cause of the issues, and a way to fix them.",
    issues_count: "Issues with this cause.",
    node_ids: "The first 50 nodes with these issues.",
  }),
  texts(ImportResult, {
    format: "Format that was found.",
    title: "Title of the imported form.",
    language: "Language tag, such as `en`.",
    graph: "The converted graph. Save it as a form's draft.",
    translations_count: "Imported languages besides the form's own.",
    counts: [
      "How much of the document was imported.",
      {
        found: "Questions, notes, ends, calculations and metadata rows of the document.",
        converted: "Items converted without changes.",
        changed: "Those that became something similar or lost a part.",
        lost: "Items that weren't imported.",
      },
    ],
    causes: "Causes of the issues, those with the most issues first.",
    issues: "Up to 500 issues. `counts` includes all.",
    form: "Settings of a form, as `POST /api/v2/form/` takes them. Only of a file in Pathform's own format.",
    theme: "Its theme, as `POST /api/v2/theme/` takes it.",
    mails: "Its email notifications, as `POST /api/v2/form/{slug}/mails/` takes them.",
  }),
];
