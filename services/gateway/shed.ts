import type { Server } from "node:http";
import type { Socket } from "node:net";
import { isHealthPath } from "../../shared/platform/ops/server.ts";
import type { Admission } from "./overload.ts";
import { endConnection, refusal } from "./server.ts";

/** ms: whoever sends nothing is the HTTP server's to wait for. */
const firstBytesTimeout = 1_000;

/**
 * Takes a new connection for the HTTP server. While requests are shed, the first bytes are looked at before HTTP is:
 * refusing costs a small part of what reading a request and answering it does, and under overload most of what comes is
 * refused. Probes of health always get through.
 */
export function takeConnection(server: Server, admission: Pick<Admission, "isFull">, socket: Socket): void {
  if (!admission.isFull(true)) {
    server.emit("connection", socket);
    return;
  }
  const timer = setTimeout(serve, firstBytesTimeout);
  const gone = () => clearTimeout(timer);
  socket.once("data", look).on("error", gone).once("close", gone);

  function look(bytes: Buffer): void {
    if (isShed(bytes, admission)) {
      clearTimeout(timer);
      endConnection(socket.resume(), refusal("OVERLOADED"));
      return;
    }
    socket.pause().unshift(bytes);
    serve();
    socket.resume();
  }

  function serve(): void {
    clearTimeout(timer);
    socket.off("data", look).off("error", gone).off("close", gone);
    server.emit("connection", socket);
  }
}

const requestLine = /^[A-Z]+ (\/[^ ]*) HTTP\//;
/** More than the request line of what is shed takes. */
const firstBytes = 1_024;

/** Sign-in has room of its own (entry.ts). */
function isShed(bytes: Buffer, admission: Pick<Admission, "isFull">): boolean {
  const url = requestLine.exec(bytes.toString("latin1", 0, firstBytes))?.[1];
  if (!url || url.startsWith("/api/auth/")) return false;
  const kind = kindOf(url);
  return kind !== "other" && admission.isFull(kind === "start");
}

/**
 * What a request is to admission. Other: probes; uploads, which are taken in while they come, and exports while they go, so
 * that neither waits for this gateway's work.
 */
export function kindOf(url = ""): "start" | "step" | "other" {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  if (isHealthPath(path) || otherEnds.some((end) => path.endsWith(end))) return "other";
  return path.endsWith("/start") ? "start" : "step";
}

const otherEnds = ["/upload", "/image", "/export"];
