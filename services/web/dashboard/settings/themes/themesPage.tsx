import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { CreateThemeBody, Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonRowClass } from "../../../ui/buttonRow.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { introClass, mutedClass } from "../../../ui/muted.ts";
import { Page } from "../../../ui/page.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { themesPageSize, themesQuery } from "../../api/queries/themes.ts";
import { useCan } from "../../api/rights.ts";
import { DeleteThemeDialog } from "./deleteThemeDialog.tsx";
import { contrastsOf, isDefaultTheme, weakTexts } from "./look.ts";
import { NewThemeDialog } from "./newThemeDialog.tsx";
import { PresetDialog } from "./presetDialog.tsx";
import { Dots, ThemePicture } from "./themePicture.tsx";
import styles from "./themes.module.css";

/** The dialog over the list. */
type Open = { kind: "new"; from: CreateThemeBody } | { kind: "preset" } | { kind: "delete"; theme: Theme } | null;

export function ThemesPage() {
  const { page = 1 } = useSearch({ from: "/layout/settings/themes" });
  const navigate = useNavigate({ from: "/settings/themes" });
  const query = useQuery(themesQuery(page));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const canWrite = useCan()("forms:write");
  const actions = canWrite && (
    <>
      <Button icon="palette" onPress={() => setOpen({ kind: "preset" })}>
        {words.addPreset}
      </Button>
      <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "new", from: { name: "" } })}>
        {words.newTheme}
      </Button>
    </>
  );
  return (
    <Page title={words.title} guide="design" actions={actions}>
      <p className={introClass}>{words.text}</p>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            <ul className={styles.list} aria-label={words.title}>
              {results.map((theme) => (
                <ThemeCard
                  key={theme.id}
                  theme={theme}
                  isDefault={isDefaultTheme(theme, results)}
                  canWrite={canWrite}
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
      {open?.kind === "preset" && <PresetDialog onClose={close} />}
      {open?.kind === "delete" && <DeleteThemeDialog theme={open.theme} onDeleted={close} onClose={close} />}
    </Page>
  );
}

function copyOf({ id, created, modified, ...look }: Theme): CreateThemeBody {
  return { ...look, name: words.copyOf(look.name).slice(0, 100) };
}

interface CardProps {
  theme: Theme;
  isDefault: boolean;
  canWrite: boolean;
  onCopy: () => void;
  onDelete: () => void;
}

function ThemeCard({ theme, isDefault, canWrite, onCopy, onDelete }: CardProps) {
  const { id, name, font, border_radius: radius } = theme;
  return (
    <li className={styles.theme}>
      <ThemePicture look={theme} />
      <div className={styles.about}>
        <div className={styles.texts}>
          <h2 className={styles.name}>
            {canWrite ? (
              <Link to="/settings/themes/$id" params={{ id }} className={styles.opens}>
                {name}
              </Link>
            ) : (
              name
            )}
          </h2>
        </div>
        <Dots colors={theme.colors} />
        {canWrite && (
          <div className={styles.actions}>
            <Button look="plain" size="small" icon="copy" aria-label={words.duplicateOf(name)} onPress={onCopy} />
            {!isDefault && (
              <Button look="plain" size="small" icon="trash-2" aria-label={words.removeOf(name)} onPress={onDelete} />
            )}
          </div>
        )}
        <p className={`${mutedClass} ${styles.facts}`}>{words.facts(font, radius, contrastsOf(theme))}</p>
        <div className={`${buttonRowClass} ${styles.badges}`}>
          {isDefault && <Badge kind="info">{words.isDefault}</Badge>}
          {weakTexts(theme).length > 0 && <Badge kind="warning">{words.isAdjusted}</Badge>}
        </div>
      </div>
    </li>
  );
}
