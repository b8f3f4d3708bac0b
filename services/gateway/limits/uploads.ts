import type { IncomingMessage, ServerResponse } from "node:http";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyRequests, tryAgainIn } from "../../../shared/platform/errors.ts";
import { rateLimited } from "../../../shared/platform/ops/metrics.ts";

/** Counts the bytes a client address uploads per hour (decisions §8), in each gateway. */
export type UploadCounter = (client: string, req: IncomingMessage, res: ServerResponse) => Promise<void>;

const windowSeconds = 3_600;
const kibibyte = 1024;

/**
 * `megabytes` 0 turns it off. Counts the announced size before reading and corrects it after the response, so that
 * concurrent uploads can't exceed the limit. Throws 429.
 */
export function uploadCounter(megabytes: number): UploadCounter {
  if (megabytes === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: megabytes * kibibyte, duration: windowSeconds });
  return async (client, req, res) => {
    const announced = inKibibytes(Number(req.headers["content-length"] ?? 0));
    // part of the body may have arrived with the head
    const readBefore = req.socket.bytesRead - req.readableLength;
    await limiter.consume(client, announced).catch((refused: unknown) => refuse(limiter, client, announced, refused));
    res.once("close", () => {
      const missing = inKibibytes(req.socket.bytesRead - readBefore) - announced;
      const correction = missing > 0 ? limiter.penalty(client, missing) : limiter.reward(client, -missing);
      correction.catch(() => undefined);
    });
  };
}

/** Takes back the count of a refused upload. */
async function refuse(limiter: RateLimiterMemory, client: string, announced: number, refused: unknown): Promise<never> {
  if (!(refused instanceof RateLimiterRes)) throw refused;
  rateLimited.inc({ limit: "upload" });
  await limiter.reward(client, announced);
  const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
  const limit = limiter.points / kibibyte;
  throw tooManyRequests(seconds, `Upload limit reached (${limit} MB per hour and IP address). ${tryAgainIn(seconds)}`);
}

const inKibibytes = (bytes: number): number => Math.ceil(Math.max(0, bytes) / kibibyte);
