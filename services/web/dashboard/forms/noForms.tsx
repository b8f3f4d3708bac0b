import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import * as words from "../../strings/en/dashboard/forms.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { formsQuery } from "../api/queries/forms.ts";
import { currentUser } from "../api/queryClient.ts";
import { formsViewOf } from "./homeSearch.ts";

/** For users who may not create forms. In a workspace that is going to be deleted, no role can. */
function NothingShared() {
  const { data: user } = useQuery(currentUser);
  const text = user?.workspace?.deletes_at ? words.noneSuspendedText : words.noneSharedText;
  return <EmptyState title={words.emptyTitle} text={text} />;
}

interface Props {
  /** the button; false for users who may not create forms */
  newForm: ReactNode;
  onImport: () => void;
}

/** The ways to a first form, or back to an archived one. */
export function NoForms({ newForm, onImport }: Props) {
  const archived = useQuery({ ...formsQuery(formsViewOf({ show: "archived" })), enabled: newForm !== false });
  if (newForm === false) return <NothingShared />;
  return (
    <EmptyState title={words.emptyTitle} text={words.emptyText}>
      <ButtonRow>
        {newForm}
        <Button icon="upload" onPress={onImport}>
          {words.importForm}
        </Button>
      </ButtonRow>
      {archived.data && archived.data.count > 0 && (
        <Link to="/" search={{ show: "archived" }}>
          {words.toArchive}
        </Link>
      )}
    </EmptyState>
  );
}
