import type { ResponseLevel } from "../../../../shared/api/access/capabilities.ts";
import { type FormRole, lowestFormRole } from "../../../../shared/api/access/roles.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { formRoles, responseLevels } from "../../strings/en/dashboard/rights.ts";
import { Button } from "../../ui/button.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Select } from "../../ui/select.tsx";
import { type ChosenForm, FormPicker } from "../people/formPicker.tsx";
import styles from "./invite.module.css";

export interface GuestForm extends ChosenForm {
  role: FormRole;
  responses: ResponseLevel;
}

interface Props {
  forms: readonly GuestForm[];
  onChange: (forms: readonly GuestForm[]) => void;
}

/** The forms that a guest sees, and what they may do there. */
export function GuestForms({ forms, onChange }: Props) {
  const change = (id: string, changed: Partial<GuestForm>) =>
    onChange(forms.map((form) => (form.id === id ? { ...form, ...changed } : form)));
  return (
    <div className={styles.field}>
      <FormPicker
        label={words.forms}
        chosen={forms}
        onAdd={(form) => onChange([...forms, { ...form, role: lowestFormRole, responses: "none" }])}
      />
      <Rows label={words.forms}>
        {forms.map(({ id, title, role, responses }) => (
          <li key={id} className={`${rowClass} ${styles.form}`}>
            <strong className={styles.formTitle}>
              <bdi>{title}</bdi>
            </strong>
            <Select
              look="small"
              label={words.accessTo(title)}
              value={role}
              options={formRoles}
              onChange={(next) => change(id, { role: next })}
            />
            <Select
              look="small"
              label={words.responsesTo(title)}
              value={responses}
              options={responseLevels}
              onChange={(next) => change(id, { responses: next })}
            />
            <Button
              look="plain"
              size="small"
              icon="x"
              aria-label={words.removeForm(title)}
              onPress={() => onChange(forms.filter((form) => form.id !== id))}
            />
          </li>
        ))}
      </Rows>
      <p className={mutedClass}>{words.guestText}</p>
    </div>
  );
}
