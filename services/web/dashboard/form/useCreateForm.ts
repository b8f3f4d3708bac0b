import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { newUuid } from "../../respondent/walk/uuid.ts";
import { problemText } from "../../ui/failed.tsx";
import { tell } from "../../ui/toasts.tsx";
import { copyForm, createForm, formsKey, type NewForm } from "../api/queries/forms.ts";

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

/** Opens a new form in the builder, with its title selected for typing over. */
export function useOpenBuilder() {
  const navigate = useNavigate();
  return (slug: string, { isNew = false } = {}): void =>
    void navigate({ to: "/forms/$slug/build", params: { slug }, state: { isTitleNew: isNew } });
}

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
