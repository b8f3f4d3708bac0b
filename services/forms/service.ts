import type { ServiceSettingSchema } from "moleculer";
import type { DatabaseService } from "../../shared/bus/service.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import type { Loop } from "../../shared/platform/loop.ts";
import type { Analysis } from "./analysis/analysis.ts";
import type { Importer } from "./importing/importer.ts";
import type { Presence } from "./presence.ts";
import type { Problems } from "./problems.ts";

export interface FormsService extends DatabaseService {
  settings: ServiceSettingSchema & { reconcileInterval: number };
  reconciliation: Loop;
  /** Stores the bytes of images. */
  files: FileStore;
  imageRemoval: Loop;
  analysis: Analysis;
  problems: Problems;
  presence: Presence;
  importer: Importer;
  /** Imports that run, by their id. */
  imports: Map<string, AbortController>;
}
