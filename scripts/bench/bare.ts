/**
 * What `node:http` itself can do: the landing page's very same compressed bytes and headers, and no question asked
 * about the request. `node scripts/bench/bare.ts PORT URL` serves what it finds at the address.
 */
import { createServer } from 'node:http';
import { fetchCompressed } from './weight.ts';

/** Written by Node itself. */
const itsOwn = /^(connection|date|keep-alive)$/;

const [port, url = ''] = process.argv.slice(2);
const { headers, body } = await fetchCompressed(url);
const lines = headers.filter(([name]) => !itsOwn.test(name)).flat();
createServer((_, response) => response.writeHead(200, lines).end(body)).listen(Number(port));
