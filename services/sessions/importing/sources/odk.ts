import { cellReader, ownColumns, preferred, type SheetFormat } from "./sheet.ts";

const read = new Set([
  ...["SubmissionDate", "SubmitterID", "SubmitterName", "AttachmentsPresent", "AttachmentsExpected", "Status"],
  ...["ReviewState", "DeviceID", "Edits", "FormVersion", "instanceID", "instanceName"],
  ...["meta-instanceID", "meta-instanceName"],
]);

/** An export of ODK Central. */
export const odk: SheetFormat = {
  source: "odk",
  zone: null,
  isOf: ({ headers }) => headers[0] === "SubmissionDate" && headers.includes("KEY"),
  own({ headers }) {
    const known = {
      KEY: "id" as const,
      ...preferred(headers, "started_at", "start"),
      ...preferred(headers, "completed_at", "end", "SubmissionDate"),
    };
    return ownColumns(headers, (header) => {
      if (Object.hasOwn(known, header)) return known[header as keyof typeof known];
      return read.has(header) ? "skip" : null;
    });
  },
  reader({ headers }) {
    const status = cellReader(headers, "Status");
    return {
      refusal: (cells) =>
        status(cells)
          .toLowerCase()
          .replaceAll(/[^a-z]/g, "") === "notdecrypted"
          ? "isn't decrypted; export it with the key"
          : null,
    };
  },
};
