import { type Citus, type CitusNode, startCitus } from "../support/citus.ts";
import { distributedDatabase } from "../support/postgres.ts";
import { type Stage, type StageOptions, startStage } from "../support/stage.ts";

/** The product on its own Citus cluster. */
export interface CitusStage {
  citus: Citus;
  coordinator: CitusNode;
  stage: Stage;
  stop(): Promise<void>;
}

/** `prepare` gets the database's URL before the product starts. The stage's PostgreSQL is the coordinator. */
export async function startCitusStage(
  options: Omit<StageOptions, "postgres">,
  prepare: (url: string) => Promise<void> = async () => undefined,
): Promise<CitusStage> {
  const citus = await startCitus();
  const coordinator = citus.nodes[0] as CitusNode;
  const database = await distributedDatabase(citus.nodes.map(({ url }) => url));
  await prepare(database.url);
  const { stopImmediately, startAgain } = coordinator;
  const stage = await startStage({ ...options, postgres: { ...database, stopImmediately, startAgain } });
  return {
    citus,
    coordinator,
    stage,
    async stop() {
      await stage.stop();
      await citus.stop();
    },
  };
}
