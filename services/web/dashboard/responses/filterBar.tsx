import { Suspense, useEffect, useState } from "react";
import * as words from "../../strings/en/dashboard/filters.ts";
import { statuses } from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { englishName } from "../../ui/languageNames.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { SearchField } from "../../ui/searchField.tsx";
import { presetRange, type SessionFilters } from "../form/sessionFilters.ts";
import { useFormCan } from "../form/useFormCan.ts";
import type { QuestionColumn } from "./columns.ts";
import styles from "./filterBar.module.css";
import { type AnswerText, chipsOf, type PresetDays } from "./filterChips.ts";

const loadDialogs = () => import("./filterDialogs.tsx");
const DatesDialog = lazyPart(loadDialogs, "DatesDialog");
const ReferenceDialog = lazyPart(loadDialogs, "ReferenceDialog");
const AnswerDialog = lazyPart(loadDialogs, "AnswerDialog");
const VersionDialog = lazyPart(loadDialogs, "VersionDialog");

type FilterDialog = "dates" | "version" | "reference" | "answer";

interface Props {
  slug: string;
  filters: SessionFilters;
  /** that respondents can choose; empty without translations */
  languages: readonly string[];
  answerText: AnswerText;
  /** their answers can be filtered by */
  questions: readonly QuestionColumn[];
  onChange: (change: SessionFilters) => void;
}

/** Search, a chip per active filter, and a menu that adds filters. */
export function FilterBar({ slug, filters, languages, answerText, questions, onChange }: Props) {
  const [dialog, setDialog] = useState<FilterDialog | null>(null);
  // a search would find personal answers
  const readsAll = useFormCan(slug)("responses:read");
  // once the list is shown, so that they open immediately
  useEffect(() => void loadDialogs().catch(() => {}), []);
  const change = (changed: SessionFilters) => {
    setDialog(null);
    onChange(changed);
  };
  return (
    <search className={styles.filters} aria-label={words.label}>
      {readsAll && (
        <div className={styles.search}>
          <SearchField
            label={words.searchAnswers}
            search={filters.search ?? ""}
            onSearch={(text) => onChange({ search: text || undefined })}
          />
        </div>
      )}
      {chipsOf(filters, new Date(), answerText).map(({ id, label, without }) => (
        <Button key={id} aria-label={words.remove(label)} onPress={() => onChange(without)}>
          <span className={styles.chip}>{label}</span>
          <Icon name="x" size={14} />
        </Button>
      ))}
      <ActionMenu
        label={words.addFilter}
        actions={actionsOf({ languages, hasQuestions: questions.length > 0, readsAll }, change, setDialog)}
        trigger={
          <Button look="plain" icon="plus">
            {words.addFilter}
          </Button>
        }
      />
      <Suspense>
        {dialog === "dates" && <DatesDialog filters={filters} onApply={change} onClose={() => setDialog(null)} />}
        {dialog === "reference" && (
          <ReferenceDialog filters={filters} onApply={change} onClose={() => setDialog(null)} />
        )}
        {dialog === "answer" && (
          <AnswerDialog questions={questions} filters={filters} onApply={change} onClose={() => setDialog(null)} />
        )}
        {dialog === "version" && (
          <VersionDialog slug={slug} filters={filters} onApply={change} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </search>
  );
}

const statusIcons = { completed: "circle-check", in_progress: "clock", abandoned: "circle-x" } as const;

function actionsOf(
  { languages, hasQuestions, readsAll }: { languages: readonly string[]; hasQuestions: boolean; readsAll: boolean },
  change: (changed: SessionFilters) => void,
  open: (dialog: FilterDialog) => void,
): MenuAction[] {
  const ofStatus = Object.entries(statuses).map(([status, label]) => ({
    id: status,
    label,
    icon: statusIcons[status as keyof typeof statuses],
    onAction: () => change({ status: status as keyof typeof statuses }),
  }));
  const ofDates = (Object.entries(words.presets) as [`${PresetDays}`, string][]).map(([days, label], index) => ({
    id: `days ${days}`,
    label,
    icon: "calendar" as const,
    startsGroup: index === 0,
    onAction: () => change(presetRange(Number(days), new Date())),
  }));
  const ofLanguage = languages.map((language, index) => ({
    id: `language ${language}`,
    label: englishName(language),
    icon: "languages" as const,
    startsGroup: index === 0,
    onAction: () => change({ language }),
  }));
  const dialogs: { id: FilterDialog; label: string; icon: IconName; isOffered?: boolean }[] = [
    { id: "answer", label: words.customAnswer, icon: "square-check", isOffered: hasQuestions },
    { id: "version", label: words.customVersion, icon: "history" },
    { id: "reference", label: words.customReference, icon: "link", isOffered: readsAll },
  ];
  const ofDialogs = dialogs
    .filter(({ isOffered = true }) => isOffered)
    .map(({ id, label, icon }, index) => ({ id, label, icon, startsGroup: index === 0, onAction: () => open(id) }));
  return [
    ...ofStatus,
    ...ofDates,
    { id: "dates", label: words.customDates, icon: "calendar", onAction: () => open("dates") },
    ...ofDialogs,
    { id: "flagged", label: words.flagged, icon: "flag", onAction: () => change({ is_flagged: true }) },
    ...ofLanguage,
  ];
}
