import type { PublicForm } from "../../../shared/domain/shapes/sessions.ts";

export function Page({ form }: { form: PublicForm | null }) {
  const first = form?.graph.nodes.find(({ id }) => id === form.graph.entry_node_id);
  return (
    <main>
      <h1>{first?.data.title}</h1>
    </main>
  );
}
