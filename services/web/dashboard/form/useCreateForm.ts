import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { newUuid } from "../../respondent/walk/uuid.ts";
import { createForm, type NewForm } from "../api/createForm.ts";
import { formsKey } from "../api/queries/forms.ts";

type Given = Omit<NewForm, "key">;

/** Creates forms. A retry after a failure continues with the form that was created, unless its title changed. */
export function useCreateForm<T>(newForm: (from: T) => Promise<Given> | Given) {
  const queryClient = useQueryClient();
  const attempt = useRef({ title: "", key: "" });
  return useMutation({
    mutationFn: async (from: T) => {
      const given = await newForm(from);
      if (attempt.current.title !== given.title) attempt.current = { title: given.title, key: newUuid(Date.now()) };
      return createForm({ ...given, key: attempt.current.key });
    },
    onSuccess: () => {
      attempt.current = { title: "", key: "" };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: formsKey }),
  });
}
