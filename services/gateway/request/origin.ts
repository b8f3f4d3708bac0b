import type { Origin } from "../../../shared/bus/contract.ts";
import { clientAddress } from "../http/forwarded.ts";
import type { Request } from "../http/request.ts";

const userAgentLimit = 300;

/** Returns the HTTP request behind a call, for sign-ins and the audit log. */
export const originOf = ({ req, id, route }: Pick<Request, "req" | "id" | "route">): Origin => ({
  address: clientAddress(req),
  user_agent: req.headers["user-agent"]?.slice(0, userAgentLimit) ?? null,
  request_id: id,
  method: route.method,
  path: route.path,
});
