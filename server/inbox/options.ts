import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/db/db.ts';
import type { Channel, Sender } from '#server/outbox/channel.ts';
import type { Log } from '#server/runtime/log.ts';
import type { Site } from '#server/site/site.ts';
import type { Access } from './access.ts';
import type { CurrentSession } from './sessions.ts';

export type InboxOptions = {
  db: Db;
  config: Pick<Config, 'inboxEnabled' | 'siteUrl' | 'databaseUrl' | 'dataDir' | 'bot' | 'language'>;
  channels: readonly Channel[];
  senders: readonly Sender[];
  /** Called after each change. */
  wake(): void;
  site: Site;
  /** Throws unless a lead could be stored. */
  checkDatabase(): Promise<void>;
  /** Identifies the client, for rate limits. */
  clientOf(request: IncomingMessage): string;
  log: Log;
};

export type InboxEnv = { Bindings: HttpBindings; Variables: { access: Access; session: CurrentSession } };
export type InboxContext = Context<InboxEnv>;
