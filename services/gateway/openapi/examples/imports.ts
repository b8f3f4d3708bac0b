import type { CheckedImport, ResponseImport } from "../../../../shared/api/shapes/responseImports.ts";

/** Examples of an import of responses to the feedback form (../examples.ts). */
const counted = {
  skipped: 0,
  refused_count: 1,
  refused_rows: 0,
  incomplete_count: 1,
  refused: [{ row: 7, column: "How likely are you to recommend us?", reason: "isn't an option of the question" }],
};

export const importExamples = {
  ResponseImport: {
    id: "5e0b6c7d-8192-4fa3-b0c4-d5e6f7081929",
    status: "done",
    source: "typeform",
    rows: 120,
    stored: 120,
    ...counted,
    created: "2026-01-31T09:00:00.000Z",
    created_by: { id: "1a2b3c4d-5e6f-4071-8293-a4b5c6d7e8f9", name: "Ada Lovelace" },
  } satisfies ResponseImport,
  CheckedImport: {
    source: "typeform",
    rows: 120,
    checked: 120,
    fits: 120,
    ...counted,
    columns: [{ header: "How likely are you to recommend us?", suggestion: "nps", samples: ["9", "10", "7"] }],
  } satisfies CheckedImport,
};
