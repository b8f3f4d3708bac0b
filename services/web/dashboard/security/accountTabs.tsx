import { Link } from "@tanstack/react-router";
import { title as notifications } from "../../strings/en/dashboard/notices.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { profile } from "../../strings/en/dashboard/settings.ts";
import { TabLinks, tabLinkClass } from "../../ui/tabLinks.tsx";
import { useCan } from "../api/rights.ts";

/** The pages of the user's account. */
export function AccountTabs() {
  const isMember = useCan()("member");
  return (
    <TabLinks label={words.pages}>
      <Link to="/settings/account" className={tabLinkClass}>
        {profile}
      </Link>
      <Link to="/settings/security" className={tabLinkClass}>
        {words.title}
      </Link>
      {isMember && (
        <Link to="/settings/notifications" className={tabLinkClass} activeOptions={{ includeSearch: false }}>
          {notifications}
        </Link>
      )}
    </TabLinks>
  );
}
