import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";

/** The page that a verification link opens. A click verifies, because mail scanners open links. */
export function VerifyEmailPage() {
  const { token } = useSearch({ from: "/entry/verify-email" });
  const verify = useMutation({
    mutationFn: () => dataOf(entryApi.post("/api/auth/verify-email/", { body: { token } })),
  });
  return (
    <EntryCard title={words.verifyTitle} links={<Link to="/">{words.toForms}</Link>}>
      {verify.isSuccess && <Notice kind="good">{words.verifyDone}</Notice>}
      {(verify.isError || token === "") && <Notice kind="danger">{words.verifyFailed}</Notice>}
      {!verify.isSuccess && token !== "" && (
        <Button look="primary" size="large" isPending={verify.isPending} onPress={() => verify.mutate()}>
          {words.verify}
        </Button>
      )}
    </EntryCard>
  );
}
