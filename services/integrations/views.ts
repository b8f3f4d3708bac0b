import type { Attachment, Integration } from "../../shared/shapes/integrations.ts";
import type { AttachmentRow, IntegrationRow } from "./entities.ts";

/** `config` holds no secret in the first place: those stand in a column of their own, which no view reads. */
export function integrationView(row: IntegrationRow): Integration {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    config: row.config,
    status: row.status,
    created: row.created.toISOString(),
    modified: row.modified.toISOString(),
    last_delivery: null,
  };
}

export function attachmentView(row: AttachmentRow): Attachment {
  return {
    id: row.id,
    integration_id: row.integration.id,
    integration_name: row.integration.name,
    integration_type: row.integration.type,
    events: row.events,
    is_enabled: row.is_enabled,
    notify_on_failure: row.notify_on_failure,
    created: row.created.toISOString(),
  };
}
