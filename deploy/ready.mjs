/** Container health check: exits with 0 if this container's process is ready (/readyz on OPS_PORT). */
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT}/readyz`, { signal: AbortSignal.timeout(2_500) });
process.exitCode = answer.ok ? 0 : 1;
