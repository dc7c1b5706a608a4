import { QueryClientProvider } from '@tanstack/react-query';
import { type AroundNavHandler, Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { inboxPath } from '../contract/inbox.ts';
import { Boundary } from './components/Boundary.tsx';
import { NoticesProvider } from './components/Notices.tsx';
import { NotRead, Waiting } from './components/Waiting.tsx';
import { Door } from './door/Door.tsx';
import { NameForm } from './door/NameForm.tsx';
import { Frame } from './frame/Frame.tsx';
import { Health } from './health/Health.tsx';
import { LateRoom, useLateRooms } from './LateRoom.tsx';
import { LiveProvider } from './LiveProvider.tsx';
import { LanguageProvider } from './language/LanguageProvider.tsx';
import { Leads } from './list/Leads.tsx';
import { queryClient, useDoor } from './queries.ts';

export function App() {
  return (
    <LanguageProvider>
      <Boundary>
        <QueryClientProvider client={queryClient}>
          <NoticesProvider>
            <Entrance />
          </NoticesProvider>
        </QueryClientProvider>
      </Boundary>
    </LanguageProvider>
  );
}

function Entrance() {
  const { data: door, error, refetch } = useDoor();
  if (!door) return error ? <NotRead error={error} again={refetch} /> : <Waiting />;
  if (!door.me) return <Door {...door} />;
  if (!door.me.name) return <NameForm />;
  return (
    <LiveProvider>
      <Router base={inboxPath} aroundNav={stay}>
        <Frame name={door.me.name}>
          <Rooms />
        </Frame>
      </Router>
    </LiveProvider>
  );
}

/** A double press leads to where one is already: not one more page to go back through. */
const stay: AroundNavHandler = (navigate, to, options) =>
  navigate(to, { ...options, ...(new URL(to, location.href).href === location.href && { replace: true }) });

function Rooms() {
  const [location] = useLocation();
  useLateRooms();
  return (
    <Boundary at={location}>
      <Switch>
        <Route path="/figures">
          <LateRoom room="figures" />
        </Route>
        <Route path="/links">
          <LateRoom room="links" />
        </Route>
        <Route path="/health" component={Health} />
        {/* One room for both: beside a lead there is the list, where there is room for it. */}
        <Route path={/^\/(?:leads\/(?<ref>[^/]+))?$/}>{({ ref }) => <Leads opened={ref} />}</Route>
        <Redirect to="/" replace />
      </Switch>
    </Boundary>
  );
}
