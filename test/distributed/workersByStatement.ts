const line = /^\S+ \S+ \S+ \[(\d+)\] (LOG|NOTICE|DETAIL): {2}(.*)$/;
const statement = /^(?:execute ([^:]+): |statement: )(.*)$/;
const onWorker = /^on server \S+@[^:]+:(\d+)/;

interface Execution {
  name: string;
  workers: Set<string>;
}

/**
 * Returns the number of workers that a statement needed at most, by the name of the prepared statement or the beginning of its
 * text. Reads the coordinator's log, with `log_statement` and `citus.log_remote_commands`.
 */
export function workersByStatement(log: string): Map<string, number> {
  const running = new Map<string, Execution>();
  const found = new Map<string, number>();
  const finish = (execution: Execution | undefined) => {
    if (!execution || execution.workers.size === 0) return;
    found.set(execution.name, Math.max(found.get(execution.name) ?? 0, execution.workers.size));
  };
  for (const text of log.split("\n")) {
    const [, pid = "", level, message = ""] = line.exec(text) ?? [];
    const [, name, sql = ""] = (level === "LOG" && statement.exec(message)) || [];
    // Citus runs parts of a statement on the coordinator, written in upper case
    if (sql && !/^[A-Z]/.test(sql)) {
      finish(running.get(pid));
      running.set(pid, { name: nameOf(name, sql), workers: new Set() });
    }
    const worker = level === "DETAIL" && onWorker.exec(message)?.[1];
    if (worker) running.get(pid)?.workers.add(worker);
  }
  for (const execution of running.values()) finish(execution);
  return found;
}

function nameOf(name: string | undefined, sql: string): string {
  if (name && name !== "<unnamed>") return name;
  // `do` checks the deadline in the same message as the commit
  return /^(do \$\$|commit)/.test(sql) ? "commit" : sql.slice(0, 80);
}
