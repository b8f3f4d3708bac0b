import type { Api } from "../walk/api.ts";
import type { Device } from "../walk/device.ts";
import { newUuid } from "../walk/uuid.ts";

/** A device that keeps nothing and reaches nobody but this service of its own. Files are taken for uploaded, and go nowhere. */
export function previewDevice(api: Api): Device {
  const nothing = () => () => undefined;
  return {
    store: null,
    locks: null,
    api,
    files: {
      async upload(_path, file) {
        const { name, size } = file;
        return { status: 201, file: { url: `preview:${newUuid(Date.now())}`, name, size } };
      },
      remove: () => undefined,
    },
    clock: {
      now: () => Date.now(),
      after(ms, call) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
      },
      random: () => Math.random(),
    },
    newId: () => newUuid(Date.now()),
    onWake: nothing,
    onStored: nothing,
  };
}
