import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useContext, useEffect } from "react";
import { addFilter, customDates, label, presets } from "../../strings/en/dashboard/filters.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { statuses } from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { versionsQuery } from "../api/queries/forms.ts";
import { type Days, presetRange, type SessionFilters } from "../form/sessionFilters.ts";
import { chipsOf, type PresetDays } from "../responses/filterChips.ts";
import styles from "./insights.module.css";
import type { InsightsSearch } from "./insightsSearch.ts";
import { ReadsResponses } from "./links.ts";

const loadDates = () => import("../responses/filterDialogs.tsx");
const loadSearch = () => import("./searchDialog.tsx");
const Chips = lazyPart(() => import("./chips.tsx"), "Chips");
const DatesDialog = lazyPart(loadDates, "DatesDialog");
const SearchDialog = lazyPart(loadSearch, "SearchDialog");

type OpenDialog = "dates" | "search" | null;

interface Props {
  slug: string;
  filters: SessionFilters;
  isPhone: boolean;
  dialog: OpenDialog;
  onDialog: (dialog: OpenDialog) => void;
  onChange: (change: InsightsSearch) => void;
}

/** Dates and version as menus, a chip for each other filter, and a menu that adds one. Dates alone for who can't read responses. */
export function FilterBar({ slug, filters, isPhone, dialog, onDialog, onChange }: Props) {
  // once the charts are shown, so that they open immediately
  useEffect(() => void Promise.allSettled([loadDates(), loadSearch()]), []);
  const reads = useContext(ReadsResponses);
  const days = reads ? "local" : "utc";
  const { started_at_from: _, started_at_to: __, version, ...others } = filters;
  const apply = (change: InsightsSearch) => {
    onDialog(null);
    onChange(change);
  };
  return (
    <search className={styles.filters} aria-label={label}>
      <DatesMenu filters={filters} days={days} onChange={onChange} onCustom={() => onDialog("dates")} />
      {reads && <VersionMenu slug={slug} filters={filters} onChange={onChange} />}
      {Object.values(others).some((value) => value !== undefined) && (
        <Suspense>
          <Chips slug={slug} version={version} filters={others} onChange={onChange} />
        </Suspense>
      )}
      {reads ? (
        <AddMenu isPhone={isPhone} onChange={onChange} onSearch={() => onDialog("search")} />
      ) : (
        <span className={mutedClass}>{words.utcPeriod}</span>
      )}
      {dialog === "dates" && (
        <Suspense>
          <DatesDialog
            filters={filters}
            days={days}
            onApply={(dates) => apply({ ...dates, dates: hasDates(dates) ? undefined : "all" })}
            onClose={() => onDialog(null)}
          />
        </Suspense>
      )}
      {dialog === "search" && (
        <Suspense>
          <SearchDialog
            search={filters.search ?? ""}
            onApply={(search) => apply({ search: search || undefined })}
            onClose={() => onDialog(null)}
          />
        </Suspense>
      )}
    </search>
  );
}

const hasDates = ({ started_at_from: from, started_at_to: to }: SessionFilters) =>
  from !== undefined || to !== undefined;

interface MenuProps {
  label: string;
  icon?: IconName;
  actions: readonly MenuAction[];
  children: ReactNode;
}

/** A menu that shows what is chosen. */
const ChoiceMenu = ({ label, icon, actions, children }: MenuProps) => (
  <ActionMenu
    label={label}
    actions={actions}
    trigger={
      <Button {...(icon && { icon })}>
        <span className="visually-hidden">{`${label}: `}</span>
        {children}
        <Icon name="chevron-down" size={14} />
      </Button>
    }
  />
);

interface ChoiceProps {
  filters: SessionFilters;
  onChange: (change: InsightsSearch) => void;
}

function DatesMenu({ filters, days, onChange, onCustom }: ChoiceProps & { days: Days; onCustom: () => void }) {
  const { started_at_from, started_at_to } = filters;
  const [chip] = chipsOf({ started_at_from, started_at_to }, new Date(), () => "");
  const actions: MenuAction[] = [
    ...(Object.entries(presets) as [`${PresetDays}`, string][]).map(([count, label]) => ({
      id: count,
      label,
      onAction: () => onChange({ ...presetRange(Number(count), new Date(), days), dates: undefined }),
    })),
    {
      id: "all",
      label: words.allTime,
      onAction: () => onChange({ started_at_from: undefined, started_at_to: undefined, dates: "all" }),
    },
    { id: "custom", label: customDates, startsGroup: true, onAction: onCustom },
  ];
  return (
    <ChoiceMenu label={words.dates} icon="calendar" actions={actions}>
      {chip?.label ?? words.allTime}
    </ChoiceMenu>
  );
}

function VersionMenu({ slug, filters: { version }, onChange }: ChoiceProps & { slug: string }) {
  const { data } = useQuery(versionsQuery(slug));
  const actions: MenuAction[] = [
    { id: "all", label: words.allVersions, onAction: () => onChange({ version: undefined }) },
    ...(data?.results ?? []).map(({ version_number: number, is_current: isCurrent }) => ({
      id: String(number),
      label: isCurrent ? words.currentVersion(number) : words.version(number),
      onAction: () => onChange({ version: number }),
    })),
  ];
  return (
    <ChoiceMenu label={words.versions} actions={actions}>
      {version === undefined ? words.allVersions : words.version(version)}
    </ChoiceMenu>
  );
}

interface AddProps extends Pick<Props, "isPhone" | "onChange"> {
  onSearch: () => void;
}

function AddMenu({ isPhone, onChange, onSearch }: AddProps) {
  const actions: MenuAction[] = [
    ...Object.entries(statuses).map(([status, label]) => ({
      id: status,
      label,
      icon: "circle-check" as const,
      onAction: () => onChange({ status: status as keyof typeof statuses }),
    })),
    { id: "search", label: words.searchAnswers, icon: "search", startsGroup: true, onAction: onSearch },
  ];
  return (
    <ActionMenu
      label={addFilter}
      actions={actions}
      trigger={
        <Button look="plain" icon="plus" aria-label={addFilter}>
          {isPhone ? undefined : addFilter}
        </Button>
      }
    />
  );
}
