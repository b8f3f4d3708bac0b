import { auditIn } from "../../shared/platform/audit/outbox.ts";

/** Entries of the audit log about what this service does. */
export const { audit, auditAs } = auditIn("sessions");
