import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";

/** The page that the letter to an old address opens. A click puts it back, because mail scanners open links. */
export function UndoEmailPage() {
  const { token } = useSearch({ from: "/entry/undo-email" });
  const undo = useMutation({
    mutationFn: () => dataOf(entryApi.post("/api/auth/undo-email/", { body: { token } })),
  });
  const isOpen = !undo.isSuccess && token !== "";
  return (
    <EntryCard
      title={words.undoTitle}
      text={isOpen && words.undoText}
      links={<Link to="/sign-in">{words.signInTitle}</Link>}
    >
      {undo.isSuccess && <Notice kind="good">{words.undoDone(undo.data.email)}</Notice>}
      {(undo.isError || token === "") && <Notice kind="danger">{words.undoFailed}</Notice>}
      {isOpen && (
        <Button look="primary" size="large" isPending={undo.isPending} onPress={() => undo.mutate()}>
          {words.undo}
        </Button>
      )}
    </EntryCard>
  );
}
