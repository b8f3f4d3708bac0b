import { useNavigate } from "@tanstack/react-router";

/** Opens a new form in the builder, with its title selected for typing over. */
export function useOpenBuilder() {
  const navigate = useNavigate();
  return (slug: string, { isNew = false } = {}): void =>
    void navigate({ to: "/forms/$slug/build", params: { slug }, state: { isTitleNew: isNew } });
}
