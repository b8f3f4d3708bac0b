import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { NodesContext } from "../../ui/fields/nodeFields.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { SelectField } from "../../ui/selectField.tsx";
import { titleText } from "../../ui/titleText.ts";
import { formsQuery } from "../api/queries/forms.ts";
import { draftQuery } from "../api/queries/versions.ts";
import { usePlainGraph } from "../form/usePlainGraph.ts";
import type { ConfigField } from "./config.ts";
import styles from "./integrations.module.css";

interface Props {
  fields: readonly ConfigField[];
  children: ReactNode;
}

/** Adds the choice of a form around fields that name questions. */
export function QuestionsChooser({ fields, children }: Props) {
  const namesNodes = fields.some(({ kind }) => kind === "node" || kind === "node_map");
  return namesNodes ? <Chooser>{children}</Chooser> : children;
}

function Chooser({ children }: { children: ReactNode }) {
  const { data } = useQuery(formsQuery({ show: "active", search: "", label: [], ordering: "-modified", page: 1 }));
  const [chosen, setChosen] = useState<string | null>(null);
  const forms = data?.results ?? [];
  const slug = chosen ?? forms[0]?.slug ?? "";
  const draft = useQuery({ ...draftQuery(slug), enabled: slug !== "" });
  const nodes = usePlainGraph(slug === "" ? null : draft.data?.graph)?.nodes ?? [];
  const named = nodes.map(({ id, data }) => ({ id, name: titleText(data?.title ?? "") || id }));
  return (
    <NodesContext value={named}>
      {forms.length > 0 && (
        <div className={styles.chooser}>
          <SelectField
            label={words.questionsOf}
            value={slug}
            options={{ ...Object.fromEntries(forms.map((form) => [form.slug, form.title])), "": words.noForm }}
            onChange={setChosen}
          />
          <p className={mutedClass}>{words.questionsOfHint}</p>
        </div>
      )}
      {children}
    </NodesContext>
  );
}
