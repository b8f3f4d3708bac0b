import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { SettingsFields } from "./fields.ts";
import type { SwitchName } from "./settingFields.ts";

/** Props of each group of fields. */
export interface FieldsProps {
  form: FormDetail;
  values: SettingsFields;
  set<K extends keyof SettingsFields>(field: K, value: SettingsFields[K]): void;
  /** why the service refused the language */
  languageProblem: string | undefined;
  /** Returns the props of a text field, named like its API field. */
  text(field: TextFieldName): { name: string; label: string; value: string; onChange: (value: string) => void };
}
type TextFieldName = Exclude<keyof SettingsFields, SwitchName | "embedding">;
