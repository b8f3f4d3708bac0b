import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { newUuid } from "../../respondent/walk/uuid.ts";
import { createForm, formsKey, type NewForm } from "../api/queries/forms.ts";

type Given = Omit<NewForm, "key">;

/** Makes forms; trying again after a failure goes on with the form that is there by then, as long as its title is the same. */
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

/** Opens a form that was just created; the title of a new one is selected, so that typing replaces it. */
export function useOpenBuilder() {
  const navigate = useNavigate();
  return (slug: string, { isNew = false } = {}): void =>
    void navigate({ to: "/forms/$slug/build", params: { slug }, state: { isTitleNew: isNew } });
}
