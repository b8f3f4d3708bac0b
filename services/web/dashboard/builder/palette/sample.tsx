import { useContext, useMemo } from "react";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import { FormPreview } from "../../../ui/formPreview.tsx";
import { starterConfig } from "../model/starterConfig.ts";
import { type OpenedForm, OpenedFormContext } from "../openForm.ts";
import { alone } from "../preview/alone.ts";
import { formOf } from "../preview/previewed.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./sample.module.css";

/** The highlighted type on the respondent's own page, with a sentence about it. */
export function Sample({ type, name }: { type: string; name: string }) {
  const table = useQuestionTable();
  const about: (typeof words.about)[keyof typeof words.about] | undefined =
    words.about[type as keyof typeof words.about];
  const config = starterConfig(type);
  const facts = table.factsOf({ id: "sample", question_type: type, data: { title: name, config } });
  const chips = [
    table.schemaOf(type)?.properties.scoring && words.canBeScored,
    facts.domain && words.ruleKinds[facts.domain.family],
  ].filter(Boolean);
  const opened = useContext(OpenedFormContext)?.form;
  const sample = useMemo(
    () => opened && sampleForm(opened, type, about?.title ?? name, facts.isEnd),
    [opened, type, about, name, facts.isEnd],
  );
  return (
    <div className={styles.sample}>
      <div className={styles.page} inert>
        {sample && <FormPreview {...sample} title={words.sample(name)} />}
      </div>
      <b>{name}</b>
      <p>{about?.text}</p>
      <p className={styles.chips}>
        {chips.map((chip) => (
          <span key={String(chip)}>{chip}</span>
        ))}
      </p>
    </div>
  );
}

/** A form of this question alone, in the theme of the form. */
function sampleForm(form: OpenedForm["form"], type: string, title: string, isEnd: boolean) {
  const config = starterConfig(type);
  const data = { title, config: { ...config, ...withPictures(config.options) } };
  const { graph, start } = alone({ id: "sample", question_type: type, data }, isEnd, title);
  return { form: formOf({ slug: "preview", title, form, graph: { schema_version: "2.0", ...graph } }), start };
}

const shape = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path fill="hsl(${hue} 60% 80%)" d="M0 0h4v3H0z"/><circle cx="2" cy="1.5" r=".8" fill="hsl(${hue} 50% 60%)"/></svg>`)}`;

/** Options that need an image get a drawn one. */
const withPictures = (options: unknown) =>
  Array.isArray(options) && options.some((one) => one?.image_url === "")
    ? { options: options.map((one, at) => ({ ...one, image_url: shape(250 + at * 90) })) }
    : {};
