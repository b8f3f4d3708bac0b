import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { CreateThemeBody, Theme } from "../../../../../shared/domain/shapes/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonRowClass } from "../../../ui/buttonRow.tsx";
import { cardClass } from "../../../ui/card.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Page } from "../../../ui/page.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { themesPageSize, themesQuery } from "../../api/queries/themes.ts";
import { DeleteThemeDialog } from "./deleteThemeDialog.tsx";
import { colorNames, weakTexts } from "./look.ts";
import { NewThemeDialog } from "./newThemeDialog.tsx";
import styles from "./themes.module.css";

/** What lies over the list. */
type Open = { kind: "new"; from: CreateThemeBody } | { kind: "delete"; theme: Theme } | null;

export function ThemesPage() {
  const { page = 1 } = useSearch({ from: "/layout/settings/themes" });
  const navigate = useNavigate({ from: "/settings/themes" });
  const query = useQuery(themesQuery(page));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const actions = (
    <Button look="primary" onPress={() => setOpen({ kind: "new", from: { name: "" } })}>
      {words.newTheme}
    </Button>
  );
  return (
    <Page title={words.title} actions={actions}>
      <p>{words.text}</p>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <ul className={styles.list} aria-label={words.title}>
              {results.map((theme) => (
                <ThemeCard
                  key={theme.id}
                  theme={theme}
                  onCopy={() => setOpen({ kind: "new", from: copyOf(theme) })}
                  onDelete={() => setOpen({ kind: "delete", theme })}
                />
              ))}
            </ul>
            <Pager
              count={count}
              size={themesPageSize}
              page={page}
              onPage={(next) => navigate({ search: { page: next } })}
            />
          </>
        )}
      </Loaded>
      {open?.kind === "new" && (
        <NewThemeDialog
          from={open.from}
          onCreated={({ id }) => navigate({ to: "/settings/themes/$id", params: { id } })}
          onClose={close}
        />
      )}
      {open?.kind === "delete" && <DeleteThemeDialog theme={open.theme} onDeleted={close} onClose={close} />}
    </Page>
  );
}

/** Every account has one, which stays (decisions §3). */
const isDefault = ({ name }: Theme): boolean => name === "Default";

function copyOf({ id, created, modified, ...look }: Theme): CreateThemeBody {
  return { ...look, name: words.copyOf(look.name).slice(0, 100) };
}

function ThemeCard({ theme, onCopy, onDelete }: { theme: Theme; onCopy: () => void; onDelete: () => void }) {
  const { id, name, colors, font } = theme;
  return (
    <li className={`${cardClass} ${styles.theme}`}>
      <Swatch theme={theme} />
      <div className={styles.about}>
        <h2 className={styles.name}>
          <Link to="/settings/themes/$id" params={{ id }}>
            {name}
          </Link>
        </h2>
        <p className={mutedClass}>{font}</p>
        <p className={mutedClass}>{colorNames.map((color) => colors[color]).join(" ")}</p>
        <div className={`${buttonRowClass} ${styles.badges}`}>
          {isDefault(theme) && <Badge>{words.isDefault}</Badge>}
          {weakTexts(theme).length > 0 && <Badge kind="warning">{words.weak}</Badge>}
        </div>
      </div>
      <div className={`${buttonRowClass} ${styles.actions}`}>
        <Button look="plain" aria-label={words.duplicateOf(name)} onPress={onCopy}>
          {words.duplicate}
        </Button>
        {!isDefault(theme) && (
          <Button look="plain" aria-label={words.removeOf(name)} onPress={onDelete}>
            {words.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

/** A little page in its colors; a picture that says nothing to those who cannot see it. */
function Swatch({ theme: { colors, border_radius: radius } }: { theme: Theme }) {
  return (
    <svg className={styles.swatch} viewBox="0 0 96 64" aria-hidden="true">
      <rect width="96" height="64" fill={colors.background} />
      <text x="10" y="24" fontSize="16" fontWeight="700" fill={colors.text}>
        {words.looksLike}
      </text>
      <rect x="10" y="36" width="76" height="18" rx={Math.min(radius / 2, 9)} fill={colors.primary} />
      <rect x="34" y="43" width="28" height="4" rx="2" fill={colors.button_text} />
    </svg>
  );
}
