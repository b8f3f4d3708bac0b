import { auditIn } from "../../shared/platform/audit/outbox.ts";

/** Entries of the audit log about what this service does. They take the same way as the others'. */
export const { audit, auditAs } = auditIn("auth");
