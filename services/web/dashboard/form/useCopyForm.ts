import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import { newUuid } from "../../respondent/walk/uuid.ts";
import { problemText } from "../../ui/failed.tsx";
import { tell } from "../../ui/toasts.tsx";
import { dataOf } from "../api/dataOf.ts";
import { formsKey } from "../api/queries/forms.ts";
import { api } from "../api/service.ts";
import { useOpenBuilder } from "./useOpenBuilder.ts";

/** Copies a form and opens the copy. A retry after a failure creates no second copy. */
export function useCopyForm(slug: string) {
  const queryClient = useQueryClient();
  const openBuilder = useOpenBuilder();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: () => {
      key.current ??= newUuid(Date.now());
      return copyForm(slug, key.current);
    },
    onSuccess: (form) => {
      key.current = null;
      void queryClient.invalidateQueries({ queryKey: formsKey });
      openBuilder(form.slug, { isNew: true });
    },
    onError: (error) => tell(problemText(error)),
  });
}

/** Creates a form from the draft or the current version of another. */
const copyForm = (slug: string, key: string): Promise<FormDetail> =>
  dataOf(api.post("/api/v2/form/{slug}/copy/", { path: { slug }, body: {}, idempotencyKey: key }));
