import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { useGraph } from "../editing/useEditor.ts";
import { PublishDialog } from "../lazyPanels.ts";
import type { OpenedForm } from "../openForm.ts";
import { useAnalyst } from "../problems/analyst.ts";
import { PreviousContext } from "../problems/useProblemContext.ts";
import { useProblems } from "../problems/useProblems.ts";
import type { Session } from "../saving/session.ts";
import { translationsSearchOf } from "./problemSearch.ts";

interface Props {
  form: FormDetail;
  opened: OpenedForm;
  session: Session;
  onClose(): void;
}

/** Publishes from the Translations page. The form is validated only while this is open. */
export function PublishFromHere({ form, opened, session, onClose }: Props) {
  const { slug } = form;
  const navigate = useNavigate();
  const [published, setPublished] = useState(opened.published);
  const found = useProblems(useAnalyst(), useGraph(), published?.graph ?? null, form);
  const fix = (problem: Problem) => {
    onClose();
    const search = translationsSearchOf(problem);
    if (search) return void navigate({ to: "/forms/$slug/translations", params: { slug }, search });
    session.editor.select(problem.node_id ?? null);
    void navigate({ to: "/forms/$slug/build", params: { slug } });
  };
  return (
    <PreviousContext value={published?.graph ?? null}>
      <Suspense>
        <PublishDialog
          slug={slug}
          saver={session.saver}
          found={found}
          previous={published}
          onPublished={setPublished}
          onFix={fix}
          onClose={onClose}
        />
      </Suspense>
    </PreviousContext>
  );
}
