import { useState } from "react";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { englishName, offeredLanguages } from "../../../ui/languageNames.ts";
import { Notice } from "../../../ui/notice.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { linkOf } from "../share/links.ts";
import type { FieldsProps } from "./fieldsProps.ts";

export function General({ form, values, set, languageProblem, text }: FieldsProps) {
  return (
    <>
      <TextField {...text("title")} maxLength={200} isRequired />
      <TextField
        {...text("slug")}
        prefix={`${location.host}/f/`}
        description={words.slugHint}
        maxLength={80}
        isRequired
        autoComplete="off"
      />
      {values.slug !== form.slug && form.published_version !== null && (
        <Notice kind="warning">{words.slugWarning(linkOf(location.origin, form.slug))}</Notice>
      )}
      <Language language={values.language} problem={languageProblem} text={text} set={set} />
    </>
  );
}

const other = "other";

interface LanguageProps extends Pick<FieldsProps, "text" | "set"> {
  language: string;
  problem: string | undefined;
}

function Language({ language, problem, text, set }: LanguageProps) {
  const [isOther, setOther] = useState(!offeredLanguages.includes(language));
  return (
    <>
      <SelectField
        label={words.language}
        value={isOther ? other : language}
        options={languageNames()}
        // a typed tag has a field of its own
        problems={isOther || problem === undefined ? [] : [problem]}
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
