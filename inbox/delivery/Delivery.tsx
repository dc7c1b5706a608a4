import { useMutation } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { channelName } from '#contract/channel-name.ts';
import { fill } from '#contract/fill.ts';
import type { Health as HealthAnswer } from '#contract/inbox.ts';
import { api, backupUrl } from '#inbox/api.ts';
import { Button } from '#inbox/components/Button.tsx';
import { Moment, useMomentText } from '#inbox/components/Moment.tsx';
import { useTitle } from '#inbox/components/use-title.ts';
import { LoadingOrError } from '#inbox/components/Waiting.tsx';
import { useWords } from '#inbox/language/LanguageProvider.tsx';
import { failureText } from '#inbox/language/words.ts';
import { keys, queryClient, useHealth } from '#inbox/queries.ts';
import { ChannelError } from './ChannelError.tsx';
import styles from './Delivery.module.css';
import { Sessions } from './Sessions.tsx';

/** The page *Delivery*: channels, the bot, database and backups, sessions. */
export function Delivery() {
  const { delivery } = useWords();
  const { data, error, refetch } = useHealth();
  useTitle(delivery.title);
  return (
    <div className="page">
      <h1>{delivery.title}</h1>
      <p className={`soft ${styles.intro}`}>{delivery.intro}</p>
      {!data && <LoadingOrError error={error} retry={refetch} />}
      {data?.channels.length === 0 && <p className="panel">{delivery.none}</p>}
      <ul className={styles.channels}>
        {data?.channels.map((channel) => (
          <li key={channel.channel}>
            <Channel {...channel} bot={channel.channel === 'telegram' ? data.bot : null} />
          </li>
        ))}
        {data?.bot && (
          <li>
            <Bot {...data.bot} />
          </li>
        )}
        {data?.bot && (
          <li>
            <Accounts accounts={data.accounts} />
          </li>
        )}
      </ul>
      {data && (
        <dl className="panel facts">
          <Fact name={delivery.database}>
            {databaseNames[data.database.kind]},{' '}
            {data.database.writable ? (
              delivery.writable.toLocaleLowerCase()
            ) : (
              <strong className="problem">{delivery.notWritable}</strong>
            )}
          </Fact>
          <Fact name={delivery.digest}>
            {data.lastDigestAt ? <Moment at={data.lastDigestAt} /> : delivery.never}
          </Fact>
          {/* PostgreSQL is backed up elsewhere. */}
          {data.database.kind === 'sqlite' && (
            <Fact name={delivery.backup}>
              {data.lastBackupAt ? (
                <>
                  <Moment at={data.lastBackupAt} /> ·{' '}
                  <a href={backupUrl} download>
                    {delivery.downloadBackup}
                  </a>
                </>
              ) : (
                delivery.never
              )}
            </Fact>
          )}
          {data.lastBackupCommandAt && (
            <Fact name={delivery.backupCommand}>
              <Moment at={data.lastBackupCommandAt} />
            </Fact>
          )}
          <Fact name={delivery.version}>{data.version}</Fact>
        </dl>
      )}
      {data && <Sessions />}
    </div>
  );
}

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

type ChannelProps = HealthAnswer['channels'][number] & Pick<HealthAnswer, 'bot'>;

function Channel({ bot, ...state }: ChannelProps) {
  const { channel, pending, dead, undeliveredLeads, lastDeliveredAt, lastError } = state;
  const { delivery } = useWords();
  return (
    <article className="panel">
      <h2>{channelName(channel)}</h2>
      <ChannelState bot={bot} {...state} />
      <dl className="facts">
        <Fact name={delivery.lastDelivered}>
          {lastDeliveredAt ? <Moment at={lastDeliveredAt} /> : delivery.never}
        </Fact>
        {pending > 0 && <Fact name={delivery.waiting}>{pending}</Fact>}
        {dead > 0 && (
          <Fact name={delivery.dead}>
            {dead}
            {undeliveredLeads.map((ref) => (
              <Fragment key={ref}>
                {' · '}
                <Link href={`/leads/${ref}`}>{ref}</Link>
              </Fragment>
            ))}
          </Fact>
        )}
        {lastError && (
          <Fact name={delivery.lastError}>
            <ChannelError error={lastError} />
          </Fact>
        )}
      </dl>
      {dead > 0 && <ResendAll channel={channel} />}
      <Test channel={channel} />
    </article>
  );
}

function ChannelState({ bot, lastDeliveredAt, failingSince }: ChannelProps) {
  const { delivery } = useWords();
  const moment = useMomentText();
  const state = (is: 'ok' | 'failing' | 'idle', text: string) => <State is={is}>{text}</State>;
  if (failingSince) return state('failing', fill(delivery.failing, { time: moment(failingSince) }));
  if (bot?.state === 'bad-token' || bot?.state === 'no-access')
    return state('failing', delivery.botStates[bot.state]);
  return lastDeliveredAt ? state('ok', delivery.ok) : state('idle', delivery.unused);
}

function Bot({ state, detail }: NonNullable<HealthAnswer['bot']>) {
  const { delivery } = useWords();
  return (
    <article className="panel">
      <h2>{delivery.bot}</h2>
      <State is={state === 'off' ? 'idle' : ['ok', 'chat-moved'].includes(state) ? 'ok' : 'failing'}>
        {delivery.botStates[state]}
      </State>
      {detail && <code>{detail}</code>}
    </article>
  );
}

/** Whose direct messages become leads. */
function Accounts({ accounts }: Pick<HealthAnswer, 'accounts'>) {
  const { delivery } = useWords();
  const moment = useMomentText();
  return (
    <article className="panel">
      <h2>{delivery.accounts}</h2>
      <p>{delivery.accountsText}</p>
      {accounts.map(({ name, since, connected }) => (
        <div key={`${name} ${since}`}>
          <bdi>{name}</bdi>
          <State is={connected ? 'ok' : 'failing'}>
            {connected ? fill(delivery.accountSince, { time: moment(since) }) : delivery.accountEnded}
          </State>
        </div>
      ))}
      <Link href="/help">{delivery.accountsHow}</Link>
    </article>
  );
}

const State = ({ is, children }: { is: 'ok' | 'failing' | 'idle'; children: string }) => (
  <p className={styles.state} data-state={is}>
    {children}
  </p>
);

/** For the leads that the channel gave up on. */
function ResendAll({ channel }: { channel: string }) {
  const words = useWords();
  const resend = useMutation({
    mutationFn: () => api.resendAll(channel),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.health }),
  });
  const label = words.delivery.resendAll;
  return (
    <div className={styles.test}>
      <Button
        disabled={resend.isPending}
        aria-label={`${label}: ${channelName(channel)}`}
        onClick={() => resend.mutate()}
      >
        {label}
      </Button>
      {resend.error && (
        <p role="alert" className="problem">
          {failureText(resend.error, words)}
        </p>
      )}
    </div>
  );
}

function Test({ channel }: { channel: string }) {
  const words = useWords();
  const { delivery } = words;
  const test = useMutation({
    mutationFn: () => api.test(channel),
    // A delivered test message ends the channel's failure.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.health }),
  });
  return (
    <div className={styles.test}>
      <Button
        disabled={test.isPending}
        aria-label={`${delivery.test}: ${channelName(channel)}`}
        onClick={() => test.mutate()}
      >
        {test.isPending ? delivery.testing : delivery.test}
      </Button>
      <div role="status">
        {test.data?.ok && <p>{delivery.testSent}</p>}
        {test.data?.ok === false && (
          <p className="problem">{fill(delivery.testFailed, { error: test.data.error ?? '' })}</p>
        )}
        {test.error && <p className="problem">{failureText(test.error, words)}</p>}
      </div>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
