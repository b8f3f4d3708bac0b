/** A container's health check: exits 0 when this container's process is ready (its /readyz on OPS_PORT). */
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/readyz`, { signal: AbortSignal.timeout(2_500) });
process.exitCode = answer.ok ? 0 : 1;
