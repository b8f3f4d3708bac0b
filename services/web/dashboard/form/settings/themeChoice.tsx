import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { mixedRowClass } from "../../../ui/buttonRow.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { themeChoicesQuery } from "../../api/queries/themes.ts";
import type { FieldsProps } from "./fieldsProps.ts";

/** Offers the form's own theme also while the list is loading, or if it is too long. */
export function ThemeChoice({ form, values, set }: FieldsProps) {
  const { data } = useQuery(themeChoicesQuery);
  const themes = [form.theme, ...(data?.results ?? [])];
  const options = Object.fromEntries(themes.map(({ id, name }) => [id, name]));
  return (
    <>
      <SelectField
        label={words.theme}
        value={values.theme_id}
        options={options}
        onChange={(id) => set("theme_id", id)}
      />
      <p className={mixedRowClass}>
        <Link to="/settings/themes/$id" params={{ id: values.theme_id }}>
          {words.editTheme}
        </Link>
        <Link to="/settings/themes">{words.allThemes}</Link>
      </p>
    </>
  );
}
