import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { problemText } from "../../../ui/failed.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formQuery, formsKey, updateForm } from "../../api/queries/forms.ts";
import { themeChoicesQuery } from "../../api/queries/themes.ts";
import { ThemePicture } from "../../settings/themes/themePicture.tsx";
import styles from "./preview.module.css";

interface Props {
  slug: string;
  chosen: FormDetail["theme"];
}

/** The workspace's themes. A chosen one is the form's immediately, and shown by the preview beside it. */
export function DesignSide({ slug, chosen }: Props) {
  const themes = useQuery(themeChoicesQuery);
  const choose = useChosen(slug, chosen);
  return (
    <section aria-label={words.design}>
      <h3>{words.design}</h3>
      <Loaded query={themes}>
        {({ results }) => (
          <ul className={styles.themes}>
            {results.map((theme) => (
              <li key={theme.id}>
                <button
                  type="button"
                  className={styles.theme}
                  aria-pressed={theme.id === chosen.id}
                  disabled={choose.isPending}
                  onClick={() => theme.id === chosen.id || choose.mutate(theme)}
                >
                  <ThemePicture look={theme} />
                  <span>{theme.name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p className={styles.links}>
        <Link to="/settings/themes/$id" params={{ id: chosen.id }} search={{ form: slug }}>
          {words.editTheme(chosen.name)}
        </Link>
        <Link to="/settings/themes">{words.allThemes}</Link>
      </p>
    </section>
  );
}

function useChosen(slug: string, before: Pick<Theme, "id" | "name">) {
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: ({ id }: Pick<Theme, "id" | "name">) => updateForm(slug, { theme_id: id }),
    onSuccess(form, theme) {
      queryClient.setQueryData(formQuery(slug).queryKey, form);
      void queryClient.invalidateQueries({ queryKey: formsKey });
      tell(words.themeChosen(theme.name), { label: undo, onPress: () => choose.mutate(before) });
    },
    onError: (error) => tell(problemText(error)),
  });
  return choose;
}
