import type { LinkProps } from "@tanstack/react-router";
import type { Need } from "../../../../shared/api/access/allows.ts";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import { open } from "../../strings/en/dashboard/notices.ts";
import type { NoticeGroup } from "./groups.ts";

interface NoticeLink extends Pick<LinkProps, "to" | "params" | "search"> {
  label: string;
  needs: Need;
}

/** Returns where the reader can act on notifications. Null if the integration was deleted, or if no page is about them. */
export function linkOf(group: NoticeGroup, integration: Integration | undefined): NoticeLink | null {
  const { kind, form_slug: slug, day } = group;
  if (integration) {
    const { type, id } = integration;
    const page = { to: "/integrations/$type/$id", params: { type, id }, needs: "integrations:read" } as const;
    if (kind !== "delivery_failed") return { ...page, label: open.integration };
    return { ...page, label: open.deliveries, search: { status: "error", from: day, to: day } };
  }
  if (kind === "api_key_expires") return { to: "/developers/keys", label: open.keys, needs: "keys:write" };
  if (kind === "sso_kept_owner") return { to: "/settings/members", label: open.members, needs: "members:read" };
  if (slug === null) return null;
  const params = { slug };
  if (kind === "delivery_failed")
    return { to: "/forms/$slug/integrations", params, label: open.formIntegrations, needs: "integrations:read" };
  if (kind === "retention")
    return { to: "/forms/$slug/settings", params, label: open.formSettings, needs: "forms:write" };
  return { to: "/forms/$slug/build", params, label: open.form, needs: "forms:write" };
}
