import { Link } from "@tanstack/react-router";
import type { Member } from "../../../../shared/api/shapes/members.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Pager } from "../../ui/pager.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { membersPageSize } from "../api/queries/members.ts";
import { useCan } from "../api/rights.ts";
import { Person } from "../people/person.tsx";
import styles from "./members.module.css";

interface Props {
  count: number;
  /** on this page */
  guests: readonly Member[];
  page: number;
  onPage: (page: number) => void;
  onRemove: (guest: Member) => void;
}

/** People who see single forms. */
export function Guests({ count, guests, page, onPage, onRemove }: Props) {
  const canChange = useCan()("members:write");
  return (
    <Section title={words.guests} count={count} actions={<span className={mutedClass}>{words.guestsText}</span>}>
      {guests.length === 0 && <p className={mutedClass}>{words.noGuests}</p>}
      <Rows label={words.guests}>
        {guests.map((guest) => (
          <li key={guest.user_id} className={`${rowClass} ${styles.guest}`}>
            <Person id={guest.user_id} name={guest.name} detail={guest.email} />
            <ul className={styles.forms}>
              {guest.forms.map(({ form_id: id, slug, title, role }) => (
                <li key={id}>
                  <Link to="/forms/$slug/share" params={{ slug }} search={{ tab: "people" }} className={styles.form}>
                    <bdi>{title}</bdi>
                  </Link>
                  <span className={styles.aside}>{words.formRoleVerbs[role]}</span>
                </li>
              ))}
            </ul>
            {canChange && (
              <ActionMenu
                label={words.menuOf(guest.name)}
                actions={[
                  {
                    id: "remove",
                    label: words.remove,
                    icon: "trash-2",
                    isDanger: true,
                    onAction: () => onRemove(guest),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </Rows>
      <Pager count={count} size={membersPageSize} page={page} onPage={onPage} />
    </Section>
  );
}
