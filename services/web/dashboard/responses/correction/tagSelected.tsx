import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tagLength } from "../../../../../shared/domain/limits.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/corrections.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { problemText } from "../../../ui/failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Switch } from "../../../ui/switch.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { annotateResponse } from "../../api/queries/corrections.ts";
import { responseQuery } from "../../api/queries/responses.ts";

interface Props {
  slug: string;
  ids: readonly string[];
  onClose(): void;
}

/** Adds a tag to responses and flags them, one by one. A repeat changes nothing in those that have it already. */
export function TagSelected({ slug, ids, onClose }: Props) {
  const queryClient = useQueryClient();
  const [tag, setTag] = useState("");
  const [isFlagged, setFlagged] = useState(false);
  const [done, setDone] = useState(0);
  const name = tag.trim();
  const save = useMutation({
    mutationFn: async () => {
      for (const [at, id] of ids.entries()) {
        const { annotations } = await queryClient.fetchQuery({ ...responseQuery(slug, id), staleTime: 0 });
        const tags = name === "" || annotations.tags.includes(name) ? annotations.tags : [...annotations.tags, name];
        const changed = { ...annotations, tags, is_flagged: annotations.is_flagged || isFlagged };
        if (tags !== annotations.tags || changed.is_flagged !== annotations.is_flagged)
          await annotateResponse(queryClient, slug, id, changed);
        setDone(at + 1);
      }
    },
    onSuccess: () => {
      tell(words.tagged(ids.length));
      onClose();
    },
  });
  return (
    <Dialog title={words.tagSelected(ids.length)} onClose={onClose}>
      <TextField label={words.tag} maxLength={tagLength} value={tag} onChange={setTag} autoFocus />
      <Switch label={words.flagThem} isOn={isFlagged} onChange={setFlagged} />
      {save.error && <Notice kind="danger">{words.taggedSome(done, ids.length, problemText(save.error))}</Notice>}
      <DialogFooter>
        <Button onPress={onClose}>{cancel}</Button>
        <Button
          look="primary"
          isPending={save.isPending}
          isDisabled={name === "" && !isFlagged}
          onPress={() => save.mutate()}
        >
          {words.tagAction}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
