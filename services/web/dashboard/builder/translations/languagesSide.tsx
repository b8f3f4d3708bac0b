import { memo, useRef } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Graph, Texts } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { Button } from "../../../ui/button.tsx";
import { englishName, nativeName } from "../../../ui/languageNames.ts";
import { ActionMenu } from "../../../ui/menu.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { Session } from "../saving/session.ts";
import { type Changes, countsOf, percentOf, type TextGroup } from "./rows.ts";
import styles from "./translations.module.css";
import { useFiles } from "./useFiles.ts";

interface Props {
  form: FormDetail;
  session: Session;
  groups: readonly TextGroup[];
  tags: readonly string[];
  language: string;
  changesOf(language: string): Changes;
  isReadOnly: boolean;
  onLanguage(language: string): void;
  /** null for those who only read */
  onAdd: (() => void) | null;
}

/** The form's languages with their progress, and files for translators. On a phone, a menu. */
export function LanguagesSide(props: Props) {
  const { form, groups, tags, language, isReadOnly, onLanguage, onAdd } = props;
  const graph = useGraph();
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const names = Object.fromEntries(tags.map((tag) => [tag, words.nameIn(englishName(tag), nativeName(tag))]));
  return (
    <nav className={styles.side} aria-label={words.languages}>
      <div className={styles.sideHead}>
        <h2>{words.languages}</h2>
        {onAdd && <Button look="plain" size="small" icon="plus" aria-label={words.addLanguage} onPress={onAdd} />}
      </div>
      <div className={`${styles.languageMenu} labels-hidden`}>
        <SelectField label={words.language} value={language} options={names} onChange={onLanguage} />
      </div>
      <ul className={styles.languages}>
        <li className={styles.own}>
          <span aria-hidden="true" className={styles.tag}>
            {mainPartOf(form.language)}
          </span>
          <span className={styles.name}>{englishName(form.language)}</span>
          <span className={styles.percent}>{words.original}</span>
          <span className={styles.size}>{words.sizeOf(questionsIn(graph), count)}</span>
        </li>
        {tags.map((tag) => (
          <Language
            key={tag}
            tag={tag}
            texts={graph.translations?.[tag] ?? none}
            groups={groups}
            changes={props.changesOf(tag)}
            isCurrent={tag === language}
            isReadOnly={isReadOnly}
            onLanguage={onLanguage}
          />
        ))}
      </ul>
      <Files {...props} />
    </nav>
  );
}

/** `pt` of `pt-BR`: the name beside it has the rest. */
const mainPartOf = (tag: string): string => tag.split("-", 1)[0] as string;

const questionsIn = ({ nodes }: Graph): number =>
  nodes.filter(({ question_type: type }) => type !== "welcome_screen" && type !== "end_screen").length;

interface LanguageProps {
  tag: string;
  texts: Texts;
  groups: readonly TextGroup[];
  changes: Changes;
  isCurrent: boolean;
  isReadOnly: boolean;
  onLanguage(language: string): void;
}

const none: Texts = {};

/** Renders again only for its own texts: counting all languages would take too long for a letter. */
const Language = memo(function Language(props: LanguageProps) {
  const { tag, texts, groups, changes, isCurrent, isReadOnly, onLanguage } = props;
  const percent = percentOf(countsOf(groups, texts, changes));
  const [english, native] = [englishName(tag), nativeName(tag)];
  const editor = useEditor();
  const remove = () => {
    editor.settle();
    editor.perform("removeLanguage", { language: tag }, { label: words.steps.remove(english) });
    tell(words.removed(english), { label: undo, onPress: editor.undo });
  };
  return (
    <li className={styles.language} data-current={isCurrent || undefined}>
      <button type="button" aria-current={isCurrent || undefined} onClick={() => onLanguage(tag)}>
        <span aria-hidden="true" className={styles.tag}>
          {mainPartOf(tag)}
        </span>
        <span className={styles.name}>
          {english} {native !== english && <bdi lang={tag}>{native}</bdi>}
        </span>
        <span className={styles.percent}>
          {words.percent(percent)}
          <span className="visually-hidden"> {words.translated}</span>
        </span>
        <span className={styles.progress}>
          <span style={{ inlineSize: `${percent}%` }} />
        </span>
      </button>
      {isCurrent && !isReadOnly && (
        <ActionMenu
          label={words.languageMenu(english)}
          actions={[{ id: "remove", label: words.remove, icon: "trash-2", onAction: remove }]}
        />
      )}
    </li>
  );
});

/** Gives texts to translators, and takes their files. */
function Files({ form, session, language, isReadOnly }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { fill, isFilling, download } = useFiles(form, session);
  return (
    <div className={styles.files}>
      {!isReadOnly && (
        <>
          <Button size="small" icon="upload" isPending={isFilling} onPress={() => input.current?.click()}>
            {isFilling ? words.filling : words.fill}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            aria-label={words.fill}
            accept=".csv,.xlf,.xliff,text/csv,application/xliff+xml"
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file) void fill(file);
              currentTarget.value = "";
            }}
          />
        </>
      )}
      <ActionMenu
        label={words.download}
        actions={[
          { id: "csv", label: words.csv, onAction: () => void download({ format: "csv" }) },
          { id: "excel", label: words.csvForExcel, onAction: () => void download({ format: "csv", bom: true }) },
          {
            id: "xliff",
            label: words.xliff(englishName(language)),
            onAction: () => void download({ format: "xliff", language }),
          },
        ]}
        trigger={
          <Button look="plain" size="small" icon="download">
            {words.download}
          </Button>
        }
      />
    </div>
  );
}
