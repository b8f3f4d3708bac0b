import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { type CSSProperties, useState } from "react";
import type { CreateThemeBody, Theme } from "../../../../../shared/domain/shapes/themes.ts";
import { themeTokens } from "../../../../../shared/domain/theme/tokens.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { buttonRowClass } from "../../../ui/buttonRow.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { introClass, mutedClass } from "../../../ui/muted.ts";
import { Page } from "../../../ui/page.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { themesPageSize, themesQuery } from "../../api/queries/themes.ts";
import { DeleteThemeDialog } from "./deleteThemeDialog.tsx";
import { isDefaultTheme, weakTexts } from "./look.ts";
import { NewThemeDialog } from "./newThemeDialog.tsx";
import styles from "./themes.module.css";

/** The dialog over the list. */
type Open = { kind: "new"; from: CreateThemeBody } | { kind: "delete"; theme: Theme } | null;

export function ThemesPage() {
  const { page = 1 } = useSearch({ from: "/layout/settings/themes" });
  const navigate = useNavigate({ from: "/settings/themes" });
  const query = useQuery(themesQuery(page));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const actions = (
    <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "new", from: { name: "" } })}>
      {words.newTheme}
    </Button>
  );
  return (
    <Page title={words.title} actions={actions}>
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

function copyOf({ id, created, modified, ...look }: Theme): CreateThemeBody {
  return { ...look, name: words.copyOf(look.name).slice(0, 100) };
}

interface CardProps {
  theme: Theme;
  isDefault: boolean;
  onCopy: () => void;
  onDelete: () => void;
}

function ThemeCard({ theme, isDefault, onCopy, onDelete }: CardProps) {
  const { id, name, font, border_radius: radius, colors } = theme;
  return (
    <li className={styles.theme}>
      <Picture theme={theme} />
      <div className={styles.about}>
        <div className={styles.texts}>
          <h2 className={styles.name}>
            <Link to="/settings/themes/$id" params={{ id }} className={styles.opens}>
              {name}
            </Link>
          </h2>
          <p className={mutedClass}>{words.facts(font, radius)}</p>
        </div>
        <span aria-hidden="true" className={styles.dots}>
          {[colors.background, colors.text, colors.primary].map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: colors can be equal
            <span key={index} style={{ background: color }} />
          ))}
        </span>
        <div className={styles.actions}>
          <Button look="plain" size="small" icon="copy" aria-label={words.duplicateOf(name)} onPress={onCopy} />
          {!isDefault && (
            <Button look="plain" size="small" icon="trash-2" aria-label={words.removeOf(name)} onPress={onDelete} />
          )}
        </div>
        <div className={`${buttonRowClass} ${styles.badges}`}>
          {isDefault && <Badge kind="info">{words.isDefault}</Badge>}
          {weakTexts(theme).length > 0 && <Badge kind="warning">{words.weak}</Badge>}
        </div>
      </div>
    </li>
  );
}

/** A question in the colors that respondents see, hidden from screen readers. */
function Picture({ theme: { colors, font, border_radius: radius } }: { theme: Theme }) {
  const { light } = themeTokens({ colors });
  const look = {
    "--page": colors.background,
    "--ink": light.text,
    "--accent": colors.primary,
    "--on-accent": light["button-text"],
    "--corner": `${Math.min(radius, 20)}px`,
    fontFamily: font,
  } as CSSProperties;
  return (
    <div aria-hidden="true" className={styles.picture} style={look}>
      <p>{words.sample.question}</p>
      {words.sample.options.slice(0, 2).map((option, index) => (
        <span key={option} data-selected={index === 0 || undefined}>
          <b>{"AB"[index]}</b>
          {option}
        </span>
      ))}
      <i>{words.continueText}</i>
    </div>
  );
}
