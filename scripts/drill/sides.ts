/** The three channels' other sides, each able to fall ill in every way it can. */
import { randomBytes } from 'node:crypto';
import type { Channel } from '../../server/store/store.ts';
import { type Behaviour, startHttpStandIn } from '../../tests/stand-ins/http.ts';
import { type MailBehaviour, startMailStandIn } from '../../tests/stand-ins/mail.ts';
import { startTelegramStandIn } from '../../tests/stand-ins/telegram.ts';
import { type Ground, nameIn } from './ground.ts';

export type Side = {
  channel: Channel;
  /** The name in every message that was accepted. */
  names(): string[];
  faults: string[];
  fallIll(fault: string): Promise<void>;
  recover(): Promise<void>;
};

const httpFaults: Record<string, Behaviour> = {
  'asked to wait': { status: 429, headers: { 'retry-after': '1' } },
  hung: 'hang',
  'hung up': 'hang up',
  'was broken': { status: 500, body: 'Internal Server Error' },
  'talked garbage': { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>\u0000{"ok":' },
};
const telegramFaults: Record<string, Behaviour> = { ...httpFaults, 'talked without end': 'endless answer' };
const webhookFaults: Record<string, Behaviour> = {
  ...httpFaults,
  redirected: { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
};
const mailFaults: Record<string, MailBehaviour> = {
  'asked to wait': { refuse: 'MAIL', code: 421 },
  hung: 'hang',
  trickled: 'trickle',
  'hung up': 'hang up',
  'refused the recipient': { refuse: 'RCPT', code: 550 },
  'refused the text': { refuse: 'DATA', code: 554 },
  'talked garbage': 'garbage',
};

const closed = 'refused connections';

type StandIn<Fault> = { port: number; behave(fault: Fault | 'accept'): void; stop(): Promise<void> };

async function makeSide<Fault>(
  ground: Ground,
  channel: Channel,
  faults: Record<string, Fault>,
  start: (port: number, accepted: (text: string) => void) => Promise<StandIn<Fault>>,
): Promise<Side & { port: number }> {
  const names: string[] = [];
  const open = (port: number) => start(port, (text) => names.push(nameIn(text)));
  let standIn: StandIn<Fault> | null = await open(0);
  const { port } = standIn;
  ground.defer(() => standIn?.stop());
  return {
    channel,
    port,
    names: () => names,
    faults: [...Object.keys(faults), closed],
    async fallIll(fault) {
      if (fault !== closed) return standIn?.behave(faults[fault] as Fault);
      await standIn?.stop();
      standIn = null;
    },
    async recover() {
      standIn ??= await open(port);
      standIn.behave('accept');
    },
  };
}

export async function startSides(ground: Ground) {
  const [token, chatId] = ['1:drill', '-1'];
  const telegram = await makeSide(ground, 'telegram', telegramFaults, (port, accepted) =>
    startTelegramStandIn({ token, chatId, port, onMessage: ({ text }) => accepted(text) }),
  );
  const email = await makeSide(ground, 'email', mailFaults, (port, accepted) =>
    startMailStandIn({ port, onMail: ({ text }) => accepted(text) }),
  );
  const webhook = await makeSide(ground, 'webhook', webhookFaults, (port, accepted) =>
    startHttpStandIn(({ body }) => {
      accepted(body);
      return { status: 204 };
    }, port),
  );
  return {
    sides: [telegram, email, webhook] as Side[],
    environment: {
      TELEGRAM_BOT_TOKEN: token,
      TELEGRAM_CHAT_ID: chatId,
      TELEGRAM_API_URL: `http://127.0.0.1:${telegram.port}`,
      SMTP_URL: `smtp://127.0.0.1:${email.port}`,
      MAIL_TO: 'staff@example.uz',
      WEBHOOK_URL: `http://127.0.0.1:${webhook.port}/leads`,
      WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE: 'yes',
    },
  };
}
