/** Session data of all yardsticks: one row, and one guarded statement per step. */
export const questionCount = 5;

export const schema = `
  create table if not exists sessions (
    id uuid primary key, status text not null default 'in_progress', current integer not null default 1,
    answers jsonb not null default '{}', score integer not null default 0, revision integer not null default 0,
    started_at timestamptz not null default now(), completed_at timestamptz
  )`;

export const statements = {
  start: { name: "start", text: "insert into sessions (id) values ($1) returning started_at" },
  /** a step counts only at its position */
  next: {
    name: "next",
    text: `update sessions set current = current + 1, answers = answers || jsonb_build_object($2::text, $3::integer),
        score = score + $3::integer, revision = revision + 1
      where id = $1 and status = 'in_progress' and current = $4 returning current, score`,
  },
  complete: {
    name: "complete",
    text: `update sessions set status = 'completed', completed_at = now(), revision = revision + 1
      where id = $1 and status = 'in_progress' and current > ${questionCount} returning score, completed_at`,
  },
} as const;

export const nodeAt = (place: number): string => (place > questionCount ? "end" : `q${place}`);
export const pathTo = (place: number): string[] => Array.from({ length: place }, (_, at) => nodeAt(at + 1));
