import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export type MailBehaviour =
  | 'accept'
  | 'hang'
  | 'trickle'
  | 'hang up'
  | 'garbage'
  | { refuse: 'MAIL' | 'RCPT' | 'DATA'; code: number; recipient?: string; saying?: string };

type ReceivedMail = {
  to: string[];
  headers: Record<string, string>;
  text: string;
  raw: string;
  encrypted: boolean;
};

/** `starttls`: offers it, with a certificate that nobody vouches for. */
type Options = { port?: number; starttls?: boolean; onMail?: (mail: ReceivedMail) => void };

/** A mail server that keeps what it gets, or fails in one of the ways mail servers fail. */
export async function startMailStandIn({ port = 0, starttls = false, onMail }: Options = {}) {
  const mails: ReceivedMail[] = [];
  const passwords: string[] = [];
  let behaviour: MailBehaviour = 'accept';
  const sockets = new Set<Socket>();

  const refusal = (command: 'MAIL' | 'RCPT' | 'DATA', recipient?: string) => {
    if (typeof behaviour !== 'object' || behaviour.refuse !== command) return null;
    if (behaviour.recipient && behaviour.recipient !== recipient) return null;
    const { code, saying = 'refused by the stand-in' } = behaviour;
    return Object.assign(new Error(saying), { responseCode: code });
  };

  const smtp = new SMTPServer({
    disabledCommands: starttls ? [] : ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password ?? '');
      done(null, { user: 'anyone' });
    },
    onMailFrom: (_address, _session, done) => done(refusal('MAIL')),
    onRcptTo: ({ address }, _session, done) => done(refusal('RCPT', address)),
    async onData(stream, session, done) {
      // A sender that gives up in the middle has sent nothing.
      const raw = await text(stream).catch(() => null);
      if (raw === null) return;
      const error = refusal('DATA');
      if (error) return done(error);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const mail = { to, raw, encrypted: session.secure, ...parseMail(raw) };
      mails.push(mail);
      onMail?.(mail);
      done();
    },
  });
  smtp.on('error', () => {});

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (behaviour === 'hang') return;
    if (behaviour === 'hang up') return socket.destroy();
    if (behaviour === 'garbage') return socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    if (behaviour === 'trickle') return trickle(socket);
    smtp.server.emit('connection', socket);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    /** Every password that somebody logged in with. */
    passwords,
    /** Open connections. */
    sockets,
    behave(next: MailBehaviour) {
      behaviour = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A greeting that never ends but never pauses either, so that no idle timer notices. */
function trickle(socket: Socket) {
  const timer = setInterval(() => socket.write('220-please hold the line\r\n'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Enough of MIME for a message of one text part. */
function parseMail(raw: string): { headers: Record<string, string>; text: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
    }),
  );
  const body = raw.slice(end + 4);
  const encoding = headers['content-transfer-encoding'];
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body.replace(/=\r\n/g, ''))
        : Buffer.from(body);
  return { headers, text: bytes.toString().replaceAll('\r\n', '\n') };
}

/** `=?UTF-8?Q?Salom?=` (RFC 2047); white space between two of them does not count. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, value: string) =>
      (encoding.toLowerCase() === 'b'
        ? Buffer.from(value, 'base64')
        : quotedPrintable(value.replaceAll('_', ' '))
      ).toString(),
    );
}

const quotedPrintable = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
