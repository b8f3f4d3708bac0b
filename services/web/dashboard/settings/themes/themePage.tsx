import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { Button } from "../../../ui/button.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { Page } from "../../../ui/page.tsx";
import { Section } from "../../../ui/section.tsx";
import { formsWithThemeQuery, themeChoicesQuery, themeQuery } from "../../api/queries/themes.ts";
import { useCan } from "../../api/rights.ts";
import { DeleteThemeDialog } from "./deleteThemeDialog.tsx";
import { FormsWithTheme } from "./formsWithTheme.tsx";
import { isDefaultTheme } from "./look.ts";
import { ThemeEditor } from "./themeEditor.tsx";

/** `/settings/themes/{id}` */
export function ThemePage() {
  const { id } = useParams({ from: "/layout/settings/themes/$id" });
  const { form } = useSearch({ from: "/layout/settings/themes/$id" });
  const navigate = useNavigate();
  const query = useQuery(themeQuery(id));
  const [isDeleting, setDeleting] = useState(false);
  const { data: choices } = useQuery(themeChoicesQuery);
  const can = useCan();
  const theme = query.data;
  const { error } = query;
  // an open theme stays open: it can have unsaved changes
  if (!theme && error instanceof ApiError && (error.status === 404 || error.status === 403)) return <MissingTheme />;
  if (!can("forms:write")) return <Navigate to="/settings/themes" replace />;
  const isDefault = theme !== undefined && isDefaultTheme(theme, choices?.results ?? []);
  const menu = words.menuOf(theme?.name ?? "");
  const remove: MenuAction = {
    id: "delete",
    label: words.remove,
    icon: "trash-2",
    isDanger: true,
    onAction: () => setDeleting(true),
  };
  const actions = theme && !isDefault && (
    <ActionMenu label={menu} actions={[remove]} trigger={<Button icon="ellipsis" aria-label={menu} />} />
  );
  return (
    <Page
      title={theme?.name ?? words.title}
      guide="design"
      head={(heading) => <Breadcrumb link={<Link to="/settings/themes">{words.back}</Link>}>{heading}</Breadcrumb>}
      actions={actions}
    >
      <Loaded query={query}>
        {(loaded) => <ThemeEditor key={id} theme={loaded} isDefault={isDefault} form={form} />}
      </Loaded>
      {theme && <UsedBy id={id} />}
      {isDeleting && theme && (
        <DeleteThemeDialog
          theme={theme}
          onDeleted={() => void navigate({ to: "/settings/themes", ignoreBlocker: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

function MissingTheme() {
  return (
    <Page title={words.missingTitle}>
      <p>{words.missingText}</p>
      <Link to="/settings/themes">{words.back}</Link>
    </Page>
  );
}

function UsedBy({ id }: { id: string }) {
  const query = useQuery(formsWithThemeQuery(id));
  return (
    <Section title={words.usedBy}>
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 ? <p>{words.usedByNone}</p> : <FormsWithTheme count={count} forms={results} />
        }
      </Loaded>
    </Section>
  );
}
