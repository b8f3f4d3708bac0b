import { LRUCache } from "lru-cache";
import type { PublicResultQuestion } from "../../../shared/api/shapes/results.ts";
import type { Database, OpenReader } from "../../../shared/platform/database/open.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { notFound } from "../../../shared/platform/errors.ts";
import type { Calculations } from "../answers/calculations.ts";
import { noFilters } from "../filters.ts";
import { type Questions, questionsOf, tabulatedOf } from "../insights/view.ts";
import type { Replica } from "../replica.ts";
import { countFigures } from "../rollups/count.ts";
import type { Shares } from "../shares.ts";
import { slices } from "../slices.ts";
import { personalNodes } from "../store/personal.ts";
import { type FoundResults, findReading, storeReading } from "../store/results.ts";
import { graphOfVersion } from "../store/versions.ts";
import { askedOf } from "./askedOf.ts";
import { type Current, currentParts, nextReading, type Reading, shownParts } from "./reading.ts";
import { shownTogether } from "./together.ts";
import { questionsShown } from "./view.ts";

/** The figures of all questions of a form that readers see. */
export interface ShownReading {
  completed: number;
  updated_at: string;
  questions: PublicResultQuestion[];
}

/** Figures of public results. Each form's are counted once in an interval, however many readers ask. */
export interface Readings {
  get(results: FoundResults, call: Timed): Promise<ShownReading>;
}

/** ms. With the time of counting, figures are at most 60 s old. */
const interval = 50_000;
const cacheBytes = 16 * 1024 * 1024;

/** The parts of the service that readings need. */
interface Service {
  database: OpenReader;
  replica: Replica;
  shares: Shares;
  calculations: Calculations;
  own: Database;
}

export function openReadings(service: Service): Readings {
  const cache = new LRUCache<string, ShownReading, { results: FoundResults; call: Timed }>({
    ttl: interval,
    maxSize: cacheBytes,
    sizeCalculation: (shown) => JSON.stringify(shown).length,
    fetchMethod: (_key, _stale, { context: { results, call } }) =>
      service.shares.figures(results.account_id, call, () => readShown(service, results, call)),
  });
  return {
    get: (results, call) =>
      cache.forceFetch(`${results.form_id} ${results.version_number}`, { context: { results, call } }),
  };
}

async function readShown(
  service: Service,
  { form_id, version_number }: FoundResults,
  call: Timed,
): Promise<ShownReading> {
  const graph = await graphOfVersion(service.replica.within(call), form_id, version_number);
  const questions = graph ? questionsOf(graph) : [];
  const counted = await count(service, form_id, questions, call);
  const current = graph ? { ...counted, askedOf: await slices.finish(askedOf(graph, questions)) } : counted;
  const reading = await advance(service, form_id, current);
  return {
    completed: reading.completed,
    updated_at: reading.at,
    questions: questionsShown(
      questions,
      shownTogether(reading.completed, shownParts(reading, current.parts), current.askedOf),
    ),
  };
}

async function count(service: Service, formId: string, questions: Questions, call: Timed): Promise<Current> {
  const at = new Date().toISOString();
  const personal = new Set(await personalNodes(service.database.within(call), formId));
  const { tally } = await countFigures(service.replica.within(call), service.calculations, {
    formId,
    filters: { ...noFilters, status: "completed" },
    previous: null,
    wanted: { tabulated: tabulatedOf(questions), hasCalculations: false },
  });
  return { completed: tally.get("status")?.get("completed") ?? 0, at, parts: currentParts(questions, tally, personal) };
}

/** Returns the newest reading, and stores it. All copies follow one row, so that readers of several see the same readings. */
async function advance({ own }: Service, formId: string, current: Current): Promise<Reading> {
  for (;;) {
    const stored = await findReading<Reading>(own.pool, formId);
    if (!stored) throw notFound("results");
    const next = await slices.finish(nextReading(stored.reading, current));
    if (next === stored.reading) return next;
    if (await storeReading(own.pool, formId, next, stored.reading_number)) return next;
  }
}
