import type { FormDetail } from "../../../../../shared/domain/shapes/forms.ts";
import type { SettingsFields } from "./fields.ts";

/** What each group of fields has to know. */
export interface FieldsProps {
  form: FormDetail;
  values: SettingsFields;
  set<K extends keyof SettingsFields>(field: K, value: SettingsFields[K]): void;
  /** of a text field, under the name that the service has for it */
  text(field: TextName): { name: string; label: string; value: string; onChange: (value: string) => void };
}
type TextName = Exclude<keyof SettingsFields, "is_accepting_responses" | "embedding">;
