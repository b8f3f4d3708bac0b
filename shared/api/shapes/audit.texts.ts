import { texts } from "../../domain/texts.ts";
import { AuditEntry, AuditExportQuery, AuditQuery } from "./audit.ts";
import { after, period } from "./filters.texts.ts";

const { from, to } = period("Entries");

/** Texts of the API about the properties of audit.ts. */
export const auditTexts = [
  texts(AuditEntry, {
    id: "ID of the entry.",
    occurred_at: "Time of the change.",
    action: "Kind of the change.",
    outcome: "`success`, or `denied` for a request that was refused for a missing permission.",
    actor: [
      "Person or API key behind the change.",
      {
        type: "`operator` is a command on the server, `system` the server itself or the holder of a signed link.",
        id: "ID of the person or the API key. Null for others.",
        name: "Name at that time. Null once the person was deleted.",
        email: "Address of the person at that time. Null once they were deleted.",
        prefix: "First characters of the API key.",
      },
    ],
    targets: [
      "Resources that the entry is about.",
      { type: "Kind of the resource.", id: "ID of the resource. Null if it has none.", name: "Name at that time." },
    ],
    context: [
      "Request behind the change. All null for operators and the server itself.",
      {
        address: "IP address of the client. Deleted after 90 days.",
        user_agent: "Program of the client. Deleted after 90 days.",
        request_id: "ID of the request in the logs.",
        method: "Method of the request.",
        path: "Endpoint of the request.",
      },
    ],
    changes: [
      "Changed settings, roles and titles. Secrets are masked, and long values are cut.",
      {
        field: "Name of the setting.",
        before: "Value before the change. null if there is none.",
        after: "Value after the change. null if there is none.",
      },
    ],
  }),
  texts([AuditQuery, AuditExportQuery], {
    action: "Only entries with this action, or of one kind, such as `member.*`.",
    actor_id: "Only entries of the person or API key with this ID.",
    target_id: "Only entries about the resource with this ID.",
    outcome: "Only changes (`success`), or requests refused for a missing permission (`denied`).",
    from_date: from,
    to_date: to,
    after,
    format: "`json` exports newline-delimited JSON with one entry per line.",
    export_after:
      "Continues an export that was cut, after the entry with this ID and without a header row. Send the same parameters again.",
  }),
];
