import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Template, TemplateCategory, TemplateDetail } from "../../../../shared/api/shapes/templates.ts";
import type { ThemeReference } from "../../../../shared/domain/theme/themes.ts";
import * as words from "../../strings/en/dashboard/templates.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { SearchField } from "../../ui/searchField.tsx";
import { templatesQuery } from "../api/queries/templates.ts";
import { CardSkeletons, TemplateCards } from "./cards.tsx";
import { TemplatePreview } from "./preview.tsx";
import styles from "./templates.module.css";

/** The shapes' list would load their library. */
const categories = Object.keys(words.categories) as TemplateCategory[];

interface Props {
  title: string;
  /** Opens with the preview of this template. */
  first?: Template | null;
  /** Other ways to start, above the cards. */
  starts?: ReactNode;
  /** of the form that gets the template; without it, the form is new */
  theme?: ThemeReference;
  isUsing?: boolean;
  /** Error of the last use. */
  error?: Error | null;
  onUse: (template: TemplateDetail) => void;
  onClose: () => void;
}

/** A dialog with all templates, and a preview of one before its use. */
export function TemplateGallery({ title, first = null, starts, onClose, ...use }: Props) {
  const [search, setSearch] = useState("");
  const [category, setCategory] = useState<TemplateCategory | null>(null);
  const [chosen, setChosen] = useState<Template | null>(first);
  const [lastId, setLastId] = useState<string | null>(null);
  const choose = (template: Template | null) => {
    setChosen(template);
    setLastId(chosen?.id ?? null);
  };
  const actions = (
    <>
      {!chosen && (
        <div className={styles.search}>
          <SearchField hasShortcut={false} label={words.search} search={search} onSearch={setSearch} />
        </div>
      )}
      <Button look="plain" icon="x" aria-label={words.close} onPress={onClose} />
    </>
  );
  return (
    <Dialog title={chosen?.title ?? title} onClose={onClose} isWide="most" actions={actions}>
      {chosen ? (
        <TemplatePreview template={chosen} onBack={() => choose(null)} {...use} />
      ) : (
        <Catalog
          {...{ search, category, starts, lastId }}
          onCategory={setCategory}
          onShowAll={() => {
            setSearch("");
            setCategory(null);
          }}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}

interface CatalogProps {
  search: string;
  category: TemplateCategory | null;
  starts: ReactNode;
  lastId: string | null;
  onCategory: (category: TemplateCategory | null) => void;
  onShowAll: () => void;
  onChoose: (template: Template) => void;
}

function Catalog({ search, category, starts, lastId, onCategory, onShowAll, onChoose }: CatalogProps) {
  const query = useQuery(templatesQuery);
  const found = (query.data ?? []).filter((template) => matches(template, search));
  const shown = categories.flatMap((one) =>
    category === null || category === one ? found.filter((template) => template.category === one) : [],
  );
  return (
    <div className={styles.catalog}>
      <Rail found={found} category={category} onCategory={onCategory} />
      <div className={styles.results}>
        {starts}
        <Loaded query={query} skeleton={<CardSkeletons />}>
          {() => (
            <>
              <h3 className={styles.resultsTitle}>{category ? words.categories[category] : words.all}</h3>
              <p className="visually-hidden" role="status">
                {words.found(shown.length)}
              </p>
              {shown.length > 0 ? (
                <TemplateCards templates={shown} focusedId={lastId} onChoose={onChoose} />
              ) : (
                <EmptyState icon="search" title={words.noneFound} text={words.noneFoundText}>
                  <Button onPress={onShowAll}>{words.showAll}</Button>
                </EmptyState>
              )}
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

/** Returns whether every word of the search occurs in the template's texts. */
function matches({ title, description, category }: Template, search: string): boolean {
  const text = `${title} ${description} ${words.categories[category]}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface RailProps {
  found: readonly Template[];
  category: TemplateCategory | null;
  onCategory: (category: TemplateCategory | null) => void;
}

/** The categories with their numbers of matches. */
const Rail = ({ found, category, onCategory }: RailProps) => (
  <div className={styles.rail}>
    <fieldset aria-label={words.category} className={styles.categories}>
      {[null, ...categories].map((one) => (
        <button key={one} type="button" aria-pressed={one === category} onClick={() => onCategory(one)}>
          <span>{one ? words.categories[one] : words.all}</span>
          <span className={styles.number}>
            {found.filter((template) => one === null || template.category === one).length}
          </span>
        </button>
      ))}
    </fieldset>
    <p>{words.wording}</p>
  </div>
);
