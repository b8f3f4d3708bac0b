import { expect, test } from "@jest/globals";
import brokerOptions from "../../moleculer.config.ts";
import { databaseUnavailable, isWorkerAway } from "../../shared/platform/database/unavailable.ts";

/** A worker of Citus that is away, as the coordinator says it. Other sessions' calls must not meet an open circuit breaker. */
const middleware = databaseUnavailable() as unknown as {
  localAction(next: () => Promise<unknown>): (context: unknown) => Promise<unknown>;
};
const failed = (error: Error) =>
  middleware
    .localAction(() => Promise.reject(error))({})
    .then(
      () => undefined,
      (problem: Error) => problem,
    );
const { check } = brokerOptions().circuitBreaker as { check(error: unknown): boolean };

test.each([
  "connection to the remote node pathform@10.0.0.2:5432 failed with the following error: Connection refused",
  "server closed the connection unexpectedly",
  "failed to COPY to shard 102008",
])("returns 503 and counts no failure of the copy for: %s", async (message) => {
  const problem = await failed(Object.assign(new Error(message), { severity: "ERROR", code: "08006" }));
  expect(problem).toMatchObject({ code: 503, type: "UNAVAILABLE" });
  expect(check(problem)).toBe(false);
});

test.each([
  ["the connection to PostgreSQL is lost", new Error("Connection terminated unexpectedly")],
  ["PostgreSQL shuts down", Object.assign(new Error("terminating connection"), { severity: "FATAL", code: "57P01" })],
])("returns 503 and counts a failure of the copy if %s", async (_what, error) => {
  const problem = await failed(error);
  expect(problem).toMatchObject({ code: 503, type: "UNAVAILABLE" });
  expect(check(problem)).toBe(true);
});

test("returns 503 with an unknown outcome, and counts no failure of the copy, if a worker ends during its commit", async () => {
  const message = "could not commit transaction for shard 102014 on at least one active node";
  const problem = await failed(Object.assign(new Error(message), { severity: "ERROR", code: "XX000" }));
  expect(problem).toMatchObject({ code: 503, type: "OUTCOME_UNKNOWN" });
  expect(check(problem)).toBe(false);
});

const remote = "connection to the remote node pathform@10.0.0.2:5432 failed with the following error: ";
test.each([
  [`${remote}Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?`, true],
  [`${remote}connection to server at "10.0.0.2", port 5432 failed: FATAL:  the database system is starting up`, true],
  // it may have committed before
  [`${remote}server closed the connection unexpectedly\n\tThis probably means that the server terminated`, false],
  ["server closed the connection unexpectedly", false],
  [`${remote}no connection to the server`, false],
])("tells from %j whether the worker could have stored anything", (message, isAway) => {
  expect(isWorkerAway(Object.assign(new Error(message), { severity: "ERROR", code: "08006" }))).toBe(isAway);
});
