import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A page whose program is loaded when it is opened. The router loads everything anew where that fails, which helps after a new
 * build; without a network nothing at all would be left, so that it is an error then, which can be tried again.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new TypeError("offline", { cause: error });
      }),
    name,
  );
