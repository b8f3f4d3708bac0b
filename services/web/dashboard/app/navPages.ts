import type { LinkProps } from "@tanstack/react-router";
import type { Need } from "../../../../shared/api/access/allows.ts";
import * as words from "../../strings/en/dashboard/app.ts";
import type { IconName } from "../../ui/iconPaths.ts";

export interface NavPage {
  to: LinkProps["to"];
  label: string;
  icon: IconName;
  /** pages that their user may not see aren't listed */
  needs: Need;
  /** at its address, a part is shown to all users */
  hasPublicPart?: true;
}

/** Pages of the workspace, by heading. */
export const navGroups: readonly { heading: string | null; pages: readonly NavPage[] }[] = [
  {
    heading: null,
    pages: [
      { to: "/", label: words.forms, icon: "file-text", needs: "any role" },
      { to: "/integrations", label: words.integrations, icon: "plug", needs: "integrations:read" },
      { to: "/settings/themes", label: words.themes, icon: "palette", needs: "member" },
    ],
  },
  {
    heading: words.workspace,
    pages: [
      { to: "/settings/members", label: words.members, icon: "users", needs: "members:read" },
      {
        to: "/settings/workspace",
        label: words.settings,
        icon: "settings",
        needs: "workspace:write",
        hasPublicPart: true,
      },
      { to: "/settings/audit", label: words.auditLog, icon: "scroll-text", needs: "audit:read" },
    ],
  },
  {
    heading: words.developers,
    pages: [
      { to: "/developers/keys", label: words.apiKeys, icon: "key-round", needs: "keys:write" },
      { to: "/developers/usage", label: words.apiUsage, icon: "activity", needs: "account:read" },
      { to: "/developers/assistants", label: words.assistants, icon: "bot", needs: "keys:write" },
    ],
  },
];

const notifications: NavPage = {
  to: "/settings/notifications",
  label: words.notifications,
  icon: "bell",
  needs: "member",
};
const pages = [...navGroups.flatMap((group) => group.pages), notifications];

/** Returns the page of an address that is shown only with its permission. */
export const guardedPage = (pathname: string): NavPage | undefined =>
  pages.find(({ to = "/", hasPublicPart }) => to !== "/" && !hasPublicPart && `${pathname}/`.startsWith(`${to}/`));
