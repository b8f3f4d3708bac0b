import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { tell } from "../../ui/toasts.tsx";
import { formKey, formsKey } from "../api/queries/forms.ts";
import { eraseResponse, forgetResponse } from "../api/queries/responses.ts";
import styles from "./responses.module.css";

interface Props {
  slug: string;
  ids: readonly string[];
  /** called before the cache is cleared, to leave the response's page first */
  onErased(ids: readonly string[]): Promise<void> | void;
  onClose(): void;
}

/** Deletes responses one by one. Closing the dialog stops after the current one. */
export function EraseDialog(props: Props) {
  const { ids } = props;
  const { done, isRunning, error, run, close } = useErasing(props);
  return (
    <Dialog title={words.eraseTitle(ids.length)} onClose={close}>
      <p>{words.eraseText(ids.length)}</p>
      {isRunning && ids.length > 1 && (
        <div className={styles.progress}>
          <progress aria-label={words.deleting} value={done.length} max={ids.length} />
          <p>{words.deletedOf(done.length, ids.length)}</p>
        </div>
      )}
      {error !== null && (
        <Notice kind="danger">
          {done.length > 0 ? words.deletedSome(done.length, ids.length, problemText(error)) : problemText(error)}
        </Notice>
      )}
      <DialogFooter>
        <Button autoFocus onPress={close}>
          {isRunning ? words.stopDeleting : cancel}
        </Button>
        <Button look="dangerFilled" isPending={isRunning} onPress={() => void run()}>
          {words.eraseNow(ids.length)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The deletions so far, and functions that start and stop them. */
function useErasing({ slug, ids, onErased, onClose }: Props) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<readonly string[]>([]);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const forget = async (erased: readonly string[]) => {
    if (erased.length === 0) return;
    tell(words.erased(erased.length));
    await onErased(erased);
    for (const id of erased) forgetResponse(queryClient, slug, id);
    void queryClient.invalidateQueries({ queryKey: formKey(slug), exact: true });
    void queryClient.invalidateQueries({ queryKey: formsKey });
  };
  const run = async () => {
    setRunning(true);
    setError(null);
    isStopped.current = false;
    const erased = [...done];
    let problem: unknown = null;
    for (const id of ids) {
      if (erased.includes(id)) continue;
      if (isStopped.current) break;
      problem = await eraseResponse(slug, id).then(() => null, gone);
      if (problem) break;
      erased.push(id);
      setDone([...erased]);
    }
    setRunning(false);
    setError(problem);
    if (problem) return;
    await forget(erased);
    onClose();
  };
  const close = () => {
    if (isRunning) isStopped.current = true;
    else void forget(done).then(onClose);
  };
  return { done, isRunning, error, run, close };
}

/** Ignores 404: it is already deleted. */
const gone = (error: unknown): unknown => (error instanceof ApiError && error.status === 404 ? null : error);
