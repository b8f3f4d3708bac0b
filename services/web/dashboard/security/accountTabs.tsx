import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/security.ts";
import { profile } from "../../strings/en/dashboard/settings.ts";
import { TabLinks, tabLinkClass } from "../../ui/tabLinks.tsx";

/** The pages of the user's account. */
export const AccountTabs = () => (
  <TabLinks label={words.pages}>
    <Link to="/settings/account" className={tabLinkClass}>
      {profile}
    </Link>
    <Link to="/settings/security" className={tabLinkClass}>
      {words.title}
    </Link>
  </TabLinks>
);
