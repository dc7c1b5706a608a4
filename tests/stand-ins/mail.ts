import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';

type Behaviour =
  | 'accept'
  | 'disconnect'
  | { refuse: 'MAIL' | 'RCPT' | 'DATA'; code: number; recipient?: string };

type ReceivedMail = {
  to: string[];
  headers: Record<string, string>;
  text: string;
  encrypted: boolean;
};

/** `starttls`: offers it, with a self-signed certificate. */
type Options = { starttls?: boolean; onMail?: (mail: ReceivedMail) => void };

// It would let each client wait for 100 ms, to catch those that talk before the greeting.
SMTPConnection.prototype.init = function () {
  this._setListeners(() => this.connectionReady());
};

/** A mail server that keeps the mails it gets. */
export async function startMailStandIn({ starttls = false, onMail }: Options = {}) {
  const mails: ReceivedMail[] = [];
  /** Every password that somebody logged in with. */
  const passwords: string[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = 'accept';

  const refusal = (command: 'MAIL' | 'RCPT' | 'DATA', recipient?: string) => {
    if (typeof behaviour !== 'object' || behaviour.refuse !== command) return null;
    if (behaviour.recipient && behaviour.recipient !== recipient) return null;
    return Object.assign(new Error('refused by the stand-in'), { responseCode: behaviour.code });
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
      const raw = await text(stream);
      const error = refusal('DATA');
      if (error) return done(error);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const mail = { to, encrypted: session.secure, ...parseMail(raw) };
      mails.push(mail);
      onMail?.(mail);
      done();
    },
  });
  smtp.on('error', () => {});

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (behaviour === 'disconnect') socket.destroy();
    else smtp.server.emit('connection', socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    passwords,
    behave(next: Behaviour) {
      behaviour = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Enough of MIME for a message of one text part. */
function parseMail(raw: string): { headers: Record<string, string>; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: *(.*)/);
      return [name.toLowerCase(), decodeWords(value)];
    }),
  );
  const body = decode(headers['content-transfer-encoding'] ?? '', rest.join('\r\n\r\n'));
  return { headers, text: body.replaceAll('\r\n', '\n') };
}

/** `=?UTF-8?Q?Salom?=` (RFC 2047); white space between two of them does not count. */
const decodeWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, encoding: string, value: string) =>
      /b/i.test(encoding) ? decode('base64', value) : decode('quoted-printable', value.replaceAll('_', ' ')),
    );

function decode(encoding: string, text: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const characters = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(characters, 'latin1').toString();
}
