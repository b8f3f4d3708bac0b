import { useCan } from "../api/rights.ts";
import { AccountMenu } from "./accountMenu.tsx";
import { Bell } from "./bell.tsx";
import styles from "./layout.module.css";

/** Notifications and menu of the user, below the pages. They load later, and move nothing. */
export function NavigationFoot({ onChosen }: { onChosen: () => void }) {
  const can = useCan();
  return (
    <div className={styles.foot}>
      {can("member") && <Bell onChosen={onChosen} />}
      <AccountMenu onChosen={onChosen} />
    </div>
  );
}
