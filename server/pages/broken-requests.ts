/** Answers to what Node's parser cannot read as a request: as clean as all others, and the connection ends. */
import { type Server, STATUS_CODES } from 'node:http';
import { isHttps, securityHeaders } from './security-headers.ts';

/** The rest is 400: not HTTP, two lengths, a bare LF… */
const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

export function answerBrokenRequests(server: Server, siteUrl?: string): void {
  const headers = { ...securityHeaders(isHttps(siteUrl)), 'Content-Length': '0', Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const status = statuses[error.code ?? ''] ?? 400;
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`, () => socket.destroy());
  });
}
