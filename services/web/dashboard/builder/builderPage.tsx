import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import { formQuery } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";
import { Builder } from "./builder.tsx";
import { loadNode } from "./lazyPanels.ts";
import { Opened } from "./openedForm.tsx";
import { useView } from "./useView.ts";
import { loadView } from "./views.ts";
import { Workspace } from "./workspace.tsx";

/** `/forms/{slug}/build`. Leads those who may not edit the form to its insights. */
export function BuilderPage() {
  const { slug = "" } = useParams({ strict: false });
  const can = useCan();
  const { data: form } = useQuery({ ...formQuery(slug), enabled: !can("forms:write") });
  if (can("forms:write") || (form && can("forms:write", form.id))) return <Editing slug={slug} />;
  return form ? <Navigate to="/forms/$slug/insights" params={{ slug }} replace /> : null;
}

function Editing({ slug }: { slug: string }) {
  const [view] = useView();
  useEffect(() => void loadView[view](), [view]);
  // with the view, so that a question can also be edited offline
  useEffect(() => void loadNode().catch(() => undefined), []);
  return (
    <Opened slug={slug} name="builder" title={words.editor}>
      {(opened) => (
        <Builder key={opened.form.id} slug={slug} opened={opened}>
          {(session) => <Workspace slug={slug} opened={opened} session={session} />}
        </Builder>
      )}
    </Opened>
  );
}
