import type { IncomingMessage } from 'node:http';
import { inboxPath } from '#contract/addresses.ts';

/** `origin`: the only Origin from which a form may post here. */
export type Access = { origin: string; https: boolean };

type AccessConfig = { inboxEnabled: boolean; siteUrl: string | null };

/**
 * Null: the inbox is hidden from this request. It needs a SITE_URL with https or, for trying it out, a request from the
 * machine itself, to a loopback name (against DNS rebinding) and through no proxy.
 */
export function inboxAccess(
  { inboxEnabled, siteUrl }: AccessConfig,
  request: IncomingMessage,
): Access | null {
  if (!inboxEnabled) return null;
  if (siteUrl?.startsWith('https://')) return { origin: siteUrl, https: true };
  const { socket, headers } = request;
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
  const isForwarded = Object.keys(headers).some((name) => /^(x-)?forwarded|^via$|-ip$/.test(name));
  const origin = loopbackOrigin(`http://${headers.host}`);
  return origin && isLocal && !isForwarded ? { origin, https: false } : null;
}

function loopbackOrigin(text: string): string | null {
  const url = URL.parse(text);
  return url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) ? url.origin : null;
}

export const publicInboxUrl = ({ inboxEnabled, siteUrl }: AccessConfig): string | null =>
  inboxEnabled && siteUrl?.startsWith('https://') ? siteUrl + inboxPath : null;

type ServerConfig = AccessConfig & { host: string | null };

export function inboxUrlOnPort(config: ServerConfig, port: number): string | null {
  const local = config.inboxEnabled && loopbackOrigin(serverUrl(config, port));
  return publicInboxUrl(config) ?? (local ? local + inboxPath : null);
}

export function serverUrl({ host }: Pick<ServerConfig, 'host'>, port: number): string {
  const isEverywhere = host === null || host === '0.0.0.0' || host === '::';
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
