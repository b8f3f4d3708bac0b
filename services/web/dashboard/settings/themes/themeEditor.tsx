import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { cardClass } from "../../../ui/card.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { themeQuery, themesKey, updateTheme } from "../../api/queries/themes.ts";
import { atField } from "../editing/atField.ts";
import { LeaveGuard } from "../editing/leaveGuard.tsx";
import { SaveBar } from "../editing/saveBar.tsx";
import { type Editing, useEdits } from "../editing/useEdits.ts";
import { ColorField } from "./colorField.tsx";
import { FontField } from "./fontField.tsx";
import { ImageField } from "./imageField.tsx";
import { LayoutField } from "./layoutField.tsx";
import { bodyOfFields, colorNames, fieldsOf, lookOf, type ThemeFields, weakTexts } from "./look.ts";
import { OwnPreview, ThemePreview } from "./themePreview.tsx";
import styles from "./themes.module.css";
import { useUploads } from "./useUploads.ts";

const labels: Record<keyof ThemeFields, string> = {
  name: words.name,
  ...words.colorNames,
  font: words.font,
  border_radius: words.radius,
  logo_url: words.logo,
  background_image_url: words.background,
  layout: words.layout,
  scheme: words.scheme,
  background_style: words.backgroundStyle,
};

interface Props {
  theme: Theme;
  isDefault: boolean;
  /** slug of the form to show it on; by default a sample */
  form: string | undefined;
}

export function ThemeEditor({ theme, isDefault, form }: Props) {
  const queryClient = useQueryClient();
  const query = themeQuery(theme.id);
  const uploads = useUploads(theme);
  const editing = useEdits<ThemeFields, Theme>({
    stored: useMemo(() => fieldsOf(theme), [theme]),
    read: async () => fieldsOf(await queryClient.fetchQuery({ ...query, staleTime: 0 })),
    fieldsOf,
    save: (changes) => atField(409, "name", updateTheme(theme.id, bodyOfFields(changes))),
    onSaved: (saved, left) => {
      uploads.saved(saved, left);
      queryClient.setQueryData(query.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: [...themesKey, "list"] });
      void queryClient.invalidateQueries({ queryKey: ["form"] });
      tell(words.saved(saved.name));
    },
  });
  const { values } = editing;
  const discard = () => {
    editing.discard();
    uploads.discarded();
  };
  const look = useMemo(() => lookOf(theme, values), [theme, values]);
  return (
    <div className={styles.editor}>
      <LeaveGuard isEdited={editing.isEdited} />
      <div className={cardClass}>
        <SubmitForm
          action={words.save}
          mutation={editing.saving}
          bodyOf={() => undefined}
          bar={(submit, problem) => <SaveBar {...{ editing, labels, submit, problem }} onDiscard={discard} />}
        >
          <Fields isDefault={isDefault} editing={editing} uploads={uploads} weak={weakTexts(look)} />
        </SubmitForm>
      </div>
      {form === undefined ? <ThemePreview look={look} /> : <OwnPreview slug={form} look={look} />}
    </div>
  );
}

interface FieldsProps {
  isDefault: boolean;
  editing: Pick<Editing<ThemeFields>, "values" | "set">;
  uploads: ReturnType<typeof useUploads>;
  weak: ReturnType<typeof weakTexts>;
}

function Fields({ isDefault, editing: { values, set }, uploads, weak }: FieldsProps) {
  const text = (field: "name" | "font" | "border_radius" | "logo_url" | "background_image_url") => ({
    name: field,
    label: labels[field],
    value: values[field],
    onChange: (value: string) => set(field, value),
  });
  return (
    <>
      <TextField {...text("name")} maxLength={100} isRequired isReadOnly={isDefault} />
      <fieldset className={styles.group}>
        <legend>{words.colors}</legend>
        <div className={styles.colors}>
          {colorNames.map((color) => (
            <ColorField
              key={color}
              color={color}
              value={values[color]}
              weak={weak.find((it) => it.color === color)}
              onChange={(value) => set(color, value)}
            />
          ))}
        </div>
      </fieldset>
      <FontField value={values.font} onChange={(font) => set("font", font)} />
      <LayoutField value={values.layout} onChange={(layout) => set("layout", layout)} />
      <div className={styles.columns}>
        <TextField {...text("border_radius")} inputMode="numeric" isRequired />
        <Choice label={words.scheme}>
          <Segmented
            label={words.scheme}
            value={values.scheme}
            options={words.schemes}
            onChange={(scheme) => set("scheme", scheme)}
          />
        </Choice>
        <Choice label={words.backgroundStyle}>
          <Segmented
            label={words.backgroundStyle}
            value={values.background_style}
            options={words.backgroundStyles}
            onChange={(style) => set("background_style", style)}
          />
        </Choice>
      </div>
      <ImageField {...text("logo_url")} description={words.logoHint} onUploaded={uploads.add} />
      <ImageField {...text("background_image_url")} description={words.backgroundHint} onUploaded={uploads.add} />
    </>
  );
}

/** Shows the label, which the choice has only for screen readers. */
const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.choice}>
    <span aria-hidden="true">{label}</span>
    {children}
  </div>
);
