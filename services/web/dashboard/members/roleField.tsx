import { type ReactNode, useId } from "react";
import type { ResponseLevel } from "../../../../shared/api/access/capabilities.ts";
import { hasResponseChoice, type InvitedRole, lowestRole } from "../../../../shared/api/access/roles.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { responseLevels } from "../../strings/en/dashboard/rights.ts";
import { Icon } from "../../ui/icon.tsx";
import { Select } from "../../ui/select.tsx";
import styles from "./invite.module.css";

interface Props {
  role: InvitedRole;
  responses: ResponseLevel;
  /** in order */
  offered: readonly InvitedRole[];
  onRole: (role: InvitedRole) => void;
  onResponses: (responses: ResponseLevel) => void;
}

/** Roles beside what the chosen one can and can't do. Guests choose forms instead, so their roles fold to one row. */
export function RoleField({ role, responses, offered, onRole, onResponses }: Props) {
  const levelId = useId();
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{words.role}</legend>
      <div className={styles.roles} data-folded={role === lowestRole || undefined}>
        <div className={styles.options}>
          {offered.map((one) => (
            <label key={one} className={styles.option}>
              <input type="radio" name={name} checked={one === role} onChange={() => onRole(one)} />
              <span>
                <strong>{words.roles[one].title}</strong>
                <span className={styles.optionText}>{words.roles[one].text}</span>
              </span>
            </label>
          ))}
        </div>
        {role !== lowestRole && (
          <div className={styles.abilities}>
            <h3 className={styles.label}>{words.roleCan[role]}</h3>
            <Abilities texts={words.abilities[role].can} icon="check" />
            {hasResponseChoice(role) && (
              <label className={styles.level} htmlFor={levelId}>
                {words.responses}
                <Select look="small" id={levelId} value={responses} options={responseLevels} onChange={onResponses} />
              </label>
            )}
            <Abilities texts={words.abilities[role].not} icon="x" />
          </div>
        )}
      </div>
    </fieldset>
  );
}

function Abilities({ texts, icon }: { texts: readonly string[]; icon: "check" | "x" }): ReactNode {
  return (
    <ul className={styles.texts} data-cannot={icon === "x" || undefined}>
      {texts.map((text) => (
        <li key={text}>
          <Icon name={icon} size={15} />
          {icon === "x" && <span className="visually-hidden">{words.cannot} </span>}
          {text}
        </li>
      ))}
    </ul>
  );
}
