import { afterEach, expect, test, vi } from 'vitest';
import { startTestService } from '#tests/service.ts';
import { spiedLog } from '#tests/spied-log.ts';
import { startHttpStandIn } from '#tests/stand-ins/http.ts';
import { startHeartbeat } from './heartbeat.ts';

afterEach(() => void vi.useRealTimers());

test('a server that can store leads and deliver them requests HEARTBEAT_URL', async () => {
  const monitor = await startHttpStandIn(() => ({ status: 200 }));
  const service = await startTestService({ HEARTBEAT_URL: `${monitor.url}/secret-id` });
  await vi.waitUntil(() => monitor.requests.length > 0, { timeout: 20_000 });
  expect(monitor.requests[0]).toMatchObject({ method: 'GET', path: '/secret-id' });
  await service.stop();
  await monitor.stop();
});

test('the request is missing while something is wrong, and is made every five minutes again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const monitor = await startHttpStandIn(() => ({ status: 200 }));
  const isOk = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  isOk.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('database is locked'));
  const log = spiedLog();
  const heartbeat = startHeartbeat(monitor.url, isOk, log);
  for (const passed of [0, 1, 2]) {
    await vi.advanceTimersByTimeAsync(passed && 5 * 60_000);
    expect(isOk).toHaveBeenCalledTimes(passed + 1);
  }
  await vi.waitUntil(() => monitor.requests.length === 1);
  await heartbeat.stop();
  await monitor.stop();
});

test('a monitor that cannot be reached is logged without its address, which is a secret', async () => {
  const log = spiedLog();
  const heartbeat = startHeartbeat('http://127.0.0.1:1/secret-id', async () => true, log);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
  await heartbeat.stop();
  expect(JSON.stringify(log.warn.mock.calls)).toContain('HEARTBEAT_URL could not be reached');
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('secret-id');
});
