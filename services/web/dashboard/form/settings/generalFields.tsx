import { useState } from "react";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { englishName, offeredLanguages } from "../../../ui/languageNames.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { linkOf } from "../share/links.ts";
import type { FieldsProps } from "./fieldsProps.ts";

export function General({ form, values, set, text }: FieldsProps) {
  return (
    <>
      <TextField {...text("title")} maxLength={200} isRequired />
      <TextField {...text("slug")} description={words.slugHint} maxLength={80} isRequired autoComplete="off" />
      {values.slug !== form.slug && form.published_version !== null && (
        <Notice kind="warning">{words.slugWarning(linkOf(location.origin, form.slug))}</Notice>
      )}
      <Language language={values.language} text={text} set={set} />
    </>
  );
}

const other = "other";

function Language({ language, text, set }: { language: string } & Pick<FieldsProps, "text" | "set">) {
  const [isOther, setOther] = useState(!offeredLanguages.includes(language));
  return (
    <>
      <SelectField
        label={words.language}
        value={isOther ? other : language}
        options={languageNames()}
        onChange={(chosen) => {
          setOther(chosen === other);
          if (chosen !== other) set("language", chosen);
        }}
      />
      {isOther ? (
        <TextField
          {...text("language")}
          label={words.languageTag}
          description={words.languageTagHint}
          maxLength={35}
          isRequired
        />
      ) : null}
    </>
  );
}

function languageNames(): Record<string, string> {
  const named = offeredLanguages.map((tag): [string, string] => [tag, englishName(tag)]);
  const sorted = named.sort(([, one], [, another]) => one.localeCompare(another, "en"));
  return { ...Object.fromEntries(sorted), [other]: words.otherLanguage };
}
